#ifdef DEEP
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
#else
layout(location = 0) in vec4 place; // w: m of water below; on a side: m below the surface
layout(location = 1) in vec4 shape; // place on the skin, -1 to 1; on a side: outwards along x and z
out vec3 position;
out float depth;
out vec2 skin; // 0 to 1; on a side: outwards along x and z

void main() {
    position = place.xyz;
    depth = place.w;
#ifdef SIDE
    skin = shape.xy;
#else
    skin = 0.5 * shape.xy + 0.5;
#endif
    gl_Position = view_projection * vec4(position, 1.0);
}
#endif
