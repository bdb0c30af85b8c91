uniform float flip; // -1 turns the picture over: rows from the top
out vec2 uv;

void main() {
    vec2 place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    uv = 0.5 * place + 0.5;
    gl_Position = vec4(place.x, place.y * flip, 0.0, 1.0);
}
