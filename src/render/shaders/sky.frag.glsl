in vec3 ray;
out vec4 color;

#ifdef SUN
// Fair-weather clouds: a flat layer of noise, thinning overhead and lost in the haze at the horizon.
vec4 clouds(vec3 direction) {
    float up = max(direction.y, 0.0);
    vec2 at = direction.xz / (up + 0.12) * 0.9 + vec2(3.1, 7.7);
    float density = 0.0;
    float weight = 0.5;
    for (int i = 0; i < 4; ++i) {
        density += weight * value_noise(at);
        at = mat2(1.62, 1.24, -1.24, 1.62) * at + vec2(5.3, 1.9);
        weight *= 0.5;
    }
    float cover = smoothstep(0.46, 0.78, density) * smoothstep(0.02, 0.22, up);
    float toward = 0.5 + 0.5 * dot(direction, sun.xyz);
    float thick = smoothstep(0.5, 0.9, density);
    vec3 bright = horizon.xyz * 0.55 + sun_color.xyz * (0.20 + 0.16 * toward * toward);
    vec3 lit = mix(bright, horizon.xyz * 0.85, 0.55 * thick);
    return vec4(lit, cover * 0.8);
}
#endif

void main() {
    vec3 direction = normalize(ray);
    vec3 radiance = sky(direction);
#ifdef SUN
    float away = length(cross(direction, sun.xyz));
    float disc = smoothstep(sun.w * 1.3, sun.w * 0.7, away) * step(0.0, dot(direction, sun.xyz));
    radiance = mix(radiance, sun_color.xyz * 2.2, disc);
    vec4 cloud = clouds(direction);
    radiance = mix(radiance, cloud.rgb, cloud.a);
#endif
    color = encode(radiance);
}
