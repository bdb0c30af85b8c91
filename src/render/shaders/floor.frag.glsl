in vec3 position;
out vec4 color;
uniform float grid;   // m between lines

#ifdef SHADOWS
uniform sampler2D floor_light; // of floor_light.frag.glsl, one texel a pixel

// The samples of a pixel look half a pixel to each side of its middle: together they see the mean of
// the pattern that the light was sampled with.
vec2 light_shares() {
    vec2 size = vec2(textureSize(floor_light, 0));
    vec2 at = gl_FragCoord.xy * viewport.zw * size;
    vec2 middle = floor(at) + 0.5;
    return texture(floor_light, (middle + 0.5 * sign(at - middle + 1e-3)) / size).xy;
}
#else
vec2 light_shares() {
    return vec2(1.0);
}
#endif

// Share of a pixel that lines one apart cover, each `width` pixels wide.
float lines(vec2 at, float width) {
    vec2 footprint = fwidth(at);
    vec2 away = abs(fract(at - 0.5) - 0.5) / max(footprint, vec2(1e-6));
    vec2 cover = clamp(width - away, 0.0, 1.0) * clamp(1.5 - 3.0 * footprint, 0.0, 1.0);
    return max(cover.x, cover.y);
}

void main() {
    vec3 normal = vec3(0.0, 1.0, 0.0);
    vec3 shade = floor_color.rgb;
#ifdef GRID
    shade *= 1.0 - 0.45 * lines(position.xz / grid, 1.2);
#endif
    vec2 shares = light_shares();
    vec3 light = ambient(normal) * shares.y + sun_color.xyz * (0.31830989 * sun.y * shares.x);
    vec3 offset = position - eye.xyz;
    float reach = dot(offset, offset) / (view.w * view.w * 81.0);
    color = encode(fade_to_sky(shade * light, ray_to(position), 1.0 - exp(-reach)));
}
