layout(location = 0) in vec3 point;
layout(location = 2) in vec4 rotation; // unit quaternion
layout(location = 3) in vec4 place;    // xyz, scale

void main() {
    vec3 v = point * place.w;
    v += 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v);
    gl_Position = vec4((light_projection * vec4(v + place.xyz, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
