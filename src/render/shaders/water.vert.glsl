#ifdef DEEP
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
#else
layout(location = 0) in vec4 place; // w: m of water below; on a side: m below the surface
layout(location = 1) in vec4 shape; // normal along x and z, foam
out vec3 position;
out float depth;
out vec3 skin; // normal along x and z, foam

void main() {
    position = place.xyz;
    depth = place.w;
    skin = shape.xyz;
    gl_Position = view_projection * vec4(position, 1.0);
}
#endif
