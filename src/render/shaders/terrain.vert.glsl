layout(location = 0) in vec4 place; // w: m above the foot
layout(location = 1) in vec4 shape; // normal along x and z
#ifdef DEPTH_ONLY
void main() {
    gl_Position = as_sun_sees(place.xyz);
}
#else
out vec3 position;
out vec3 facing;
out float buried; // on a side: m below its top

void main() {
    position = place.xyz;
    buried = place.w;
    facing = vec3(shape.x, sqrt(max(1.0 - dot(shape.xy, shape.xy), 0.0)), shape.y);
    gl_Position = view_projection * vec4(position, 1.0);
}
#endif
