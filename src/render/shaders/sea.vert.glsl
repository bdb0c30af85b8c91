layout(location = 0) in vec3 place; // x, z and the spacing of the mesh there
out vec3 position;
out vec2 rest; // where the point would be without waves
uniform float sea_level;
// Two rows a wave: wave numbers in turns a metre, phase in turns, amplitude; direction, reach, k.
uniform vec4 waves[2 * WAVES];

// Waves shorter than some cells are left to the normals.
void main() {
    rest = place.xy;
    vec3 moved = vec3(place.x, sea_level, place.y);
    for (int i = 0; i < WAVES; ++i) {
        vec4 a = waves[2 * i];
        vec4 b = waves[2 * i + 1];
        float theta = 6.2831853 * fract(dot(a.xy, rest) + a.z);
        float held = 1.0 - smoothstep(0.15, 0.35, length(a.xy) * place.z);
        moved += held * vec3(-b.xy * (b.z * sin(theta)), a.w * cos(theta)).xzy;
    }
    position = moved;
    gl_Position = view_projection * vec4(position, 1.0);
}
