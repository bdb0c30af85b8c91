layout(location = 0) in vec3 point;
layout(location = 1) in vec3 point_normal;
layout(location = 2) in vec4 rotation; // unit quaternion
layout(location = 3) in vec4 place;    // xyz, scale
layout(location = 4) in vec3 tint;
out vec3 position;
out vec3 normal;
out vec3 tone;
uniform vec3 albedo;

vec3 turn(vec3 v) {
    return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v);
}

#ifdef DEPTH_ONLY
void main() {
    gl_Position = as_sun_sees(turn(point * place.w) + place.xyz);
}
#else
void main() {
    position = turn(point * place.w) + place.xyz;
    normal = turn(point_normal);
    tone = albedo * tint;
    gl_Position = view_projection * vec4(position, 1.0);
}
#endif
