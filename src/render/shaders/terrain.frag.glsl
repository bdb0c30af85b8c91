#ifdef DEPTH_ONLY
void main() {}
#else
in vec3 position;
in vec3 facing;
in float buried;
out vec4 color;
uniform sampler2D detail;
uniform float grain;     // one over the m that the detail covers
uniform float wet_level; // m

const vec3 SAND = vec3(0.56, 0.46, 0.32);
const vec3 EARTH = vec3(0.36, 0.27, 0.19);
const vec3 ROCK = vec3(0.33, 0.31, 0.29);

#ifdef SIDE
// Layers that sag and swell, each of its own tone, with pebbles in some.
vec3 layers(out float gloss) {
    vec2 along = vec2(position.x + position.z, position.y);
    float sag = texture(detail, along.xx * vec2(0.031, 0.047) * grain).a - 0.4;
    float depth = buried * grain * 7.0 + 0.6 * sag;
    float band = floor(depth);
    float tone = fract(sin(band * 12.9898) * 43758.5453);
    float edge = smoothstep(0.0, 0.12, depth - band);
    float speckle = texture(detail, along * grain * 1.7).a;
    vec3 albedo = mix(EARTH, mix(ROCK, SAND, 0.6), tone) * 1.25;
    albedo *= 0.70 + 0.22 * edge + 0.35 * speckle;
    albedo = mix(SAND * 0.9, albedo, smoothstep(0.1, 0.5, buried * grain * 7.0));
    gloss = 0.0;
    return albedo;
}
#else
vec3 ground(vec3 normal, out float gloss) {
    vec2 at = position.xz * grain;
    vec4 coarse = texture(detail, at * 0.13);
    vec4 fine = texture(detail, at * 1.9 + 0.37);
    float mottle = 2.2 * (coarse.g + fine.r - 1.0);
    float steep = 1.0 - normal.y;
    vec3 albedo = mix(SAND, EARTH, smoothstep(0.04, 0.16, steep + 0.05 * mottle));
    albedo = mix(albedo, ROCK, smoothstep(0.18, 0.34, steep + 0.10 * mottle));
    albedo *= 1.0 + 0.16 * mottle + 0.5 * (coarse.r - 0.5);
    float above = (position.y - wet_level) * grain * 5.0;
    float wet = 1.0 - smoothstep(0.0, 0.35, above + 0.10 * mottle);
    gloss = wet;
    return albedo * mix(1.0, 0.52, wet);
}
#endif

#ifdef UNDER_WATER
// Bright nets that the waves' lenses draw: two moving patterns, bright where both are.
float caustics() {
    vec2 at = position.xz + sun.xz / sun.y * (position.y - wet_level);
    vec2 drift = vec2(0.021, 0.013) * view.x;
    float a = texture(detail, at * grain * 0.31 + drift).a;
    float b = texture(detail, (at.yx * vec2(1.0, -1.0)) * grain * 0.37 - drift.yx).a;
    float under = (wet_level - position.y) * grain;
    float share = smoothstep(0.0, 0.15, under) * exp(-0.8 * under);
    return share * (3.2 * a * b - 0.35);
}
#endif

void main() {
    vec3 normal = normalize(facing);
    float gloss;
#ifdef SIDE
    vec3 albedo = layers(gloss);
#else
    vec3 albedo = ground(normal, gloss);
#endif
    float toward = max(dot(normal, sun.xyz), 0.0);
    float share = sun_share(position, normal, 1.0);
    float direct = 0.31830989 * toward * share;
#if defined(UNDER_WATER) && !defined(SIDE)
    direct *= 1.0 + caustics();
#endif
    vec3 radiance = albedo * (sun_color.xyz * direct + ambient(normal));
#ifndef SIDE
    // A film of water: Schlick's reflection of the sky, and a broad glint.
    vec3 ray = ray_to(position);
    float grazing = 1.0 - max(dot(-ray, normal), 0.0);
    float fresnel = (0.02 + 0.5 * grazing * grazing * grazing * grazing * grazing) * gloss;
    vec3 mirror = reflect(ray, normal);
    radiance = mix(radiance, reflected_sky(mirror), fresnel);
    float glint = pow(max(dot(mirror, sun.xyz), 0.0), 48.0);
    radiance += sun_color.xyz * (0.25 * glint * gloss * share);
#endif
    color = encode(radiance);
}
#endif
