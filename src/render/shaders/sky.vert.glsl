// One triangle over the picture, at the far end of the depth. Both ends of a ray are linear in the
// picture's coordinates, so they may be interpolated.
out vec3 ray;

void main() {
    vec2 place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vec2 uv = 0.5 * place + 0.5;
    ray = unproject(uv, 1.0) - unproject(uv, 0.0);
    gl_Position = vec4(place, 1.0, 1.0);
}
