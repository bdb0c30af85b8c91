// From encoded samples to a picture: mean of the samples, smoke over it, exposure, film curve, sRGB.
in vec2 uv;
out vec4 color;
uniform sampler2D samples;
uniform float exposure;
#ifdef VOLUME
uniform sampler2D smoke;
#endif

vec3 mean_radiance() {
    ivec2 corner = ivec2(uv * vec2(textureSize(samples, 0)) / float(SAMPLES)) * SAMPLES;
    vec3 sum = vec3(0.0);
    for (int y = 0; y < SAMPLES; ++y) {
        for (int x = 0; x < SAMPLES; ++x) {
            sum += decode(texelFetch(samples, corner + ivec2(x, y), 0).rgb);
        }
    }
    return sum / float(SAMPLES * SAMPLES);
}

// A film curve with toe and shoulder: Narkowicz's fit of the ACES reference, scaled so that it only
// approaches white and little is clipped.
vec3 film(vec3 x) {
    return 0.965 * (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
}

vec3 to_srgb(vec3 x) {
    vec3 low = 12.92 * x;
    vec3 high = 1.055 * pow(max(x, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(low, high, step(vec3(0.0031308), x));
}

void main() {
    vec3 radiance = mean_radiance();
#ifdef VOLUME
    vec4 over = texture(smoke, uv);
    radiance = radiance * (1.0 - over.a) + decode(over.rgb);
#endif
    vec3 shown = to_srgb(clamp(film(radiance * exposure), 0.0, 1.0));
    // Half a step of noise hides the steps of eight bits in skies.
    color = vec4(shown + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
