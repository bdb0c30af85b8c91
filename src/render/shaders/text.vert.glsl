// One letter: a quad of the glyph atlas, in pixels from the upper left corner.
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 texels;
layout(location = 2) in vec4 ink;
layout(location = 3) in vec2 edge;
uniform float flip; // -1: the picture's rows run from the top
uniform vec2 scale;
out vec2 uv;
out vec4 letter_ink;
out vec2 letter_edge;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    uv = texels.xy + corner * texels.zw;
    letter_ink = ink;
    letter_edge = edge;
    vec2 at = vec2(-1.0, 1.0) + vec2(scale.x, -scale.y) * (place.xy + corner * place.zw);
    gl_Position = vec4(at.x, at.y * flip, 0.0, 1.0);
}
