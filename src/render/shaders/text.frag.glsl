in vec2 uv;
in vec4 letter_ink;
in vec2 letter_edge;
out vec4 color;
uniform sampler2D glyphs;

const float REACH = 5.5; // WAFTI_GLYPH_REACH

void main() {
    float away = REACH * (1.0 - texture(glyphs, uv / vec2(textureSize(glyphs, 0))).r);
    float cover = clamp((letter_edge.y - away) / (letter_edge.y - letter_edge.x), 0.0, 1.0);
    color = vec4(letter_ink.rgb, letter_ink.a * cover);
}
