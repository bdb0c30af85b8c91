// Light on a mesh, one variant a material: SOLID, THIN or METAL.
#ifdef DEPTH_ONLY
void main() {}
#else
in vec3 position;
in vec3 normal;
in vec3 tone;
out vec4 color;
uniform vec2 surface; // roughness, transmission

// Share of the sun that a rough surface mirrors towards the eye: GGX with the visibility term of
// Lazarov (2011), which needs no square roots.
float glint(vec3 n, vec3 ray, float roughness) {
    vec3 middle = normalize(sun.xyz - ray);
    float a = roughness * roughness;
    float d = clamp(dot(n, middle), 0.0, 1.0);
    float h = clamp(dot(middle, sun.xyz), 0.0, 1.0);
    float q = d * d * (a * a - 1.0) + 1.0;
    return a * a / (q * q * 4.0 * 3.14159265 * h * h * (roughness + 0.5));
}

float schlick(float cosine) {
    float m = 1.0 - clamp(cosine, 0.0, 1.0);
    float m2 = m * m;
    return m2 * m2 * m;
}

// Sky and ground light. Close to the floor the ground's part is dim: the thing itself stands over it.
vec3 surroundings(vec3 n) {
    float height = (position.y - below.w) / (0.15 * view.w);
    float open = mix(0.35 + 0.65 * clamp(height, 0.0, 1.0), 1.0, 0.5 + 0.5 * n.y);
    return ambient(n) * open;
}

#ifdef METAL
// What a polished surface sees of the floor, shadows included, and of the sky.
vec3 mirror_image(vec3 direction) {
    vec3 seen = reflected_sky(direction);
    if (below.w > -1e29 && direction.y < 0.0) {
        float distance = max(position.y - below.w, 0.0) / max(-direction.y, 1e-3);
        vec3 at = position + direction * distance;
        vec3 up = vec3(0.0, 1.0, 0.0);
        vec3 light = sun_color.xyz * (0.31830989 * sun.y * sun_share(at, up, 1.5 + 12.0 * surface.x)) + ambient(up);
        float reach = distance / (9.0 * view.w);
        seen = fade_to_sky(floor_color.rgb * light, direction, 1.0 - exp(-reach * reach));
    }
    return seen;
}

vec3 shade(vec3 n, vec3 ray) {
    float rough = surface.x;
    vec3 mirrored = reflect(ray, n);
    vec3 seen = mix(mirror_image(mirrored), surroundings(mirrored), rough);
    float facing = max(dot(n, sun.xyz), 0.0);
    float share = sun_share(position, n, 1.0);
    vec3 sharp = sun_color.xyz * (min(glint(n, ray, rough), 12.0) * facing * share);
    vec3 tint = mix(tone, vec3(1.0), schlick(-dot(n, ray)) * (1.0 - rough));
    return tint * (seen + sharp);
}
#endif

#ifdef SOLID
vec3 shade(vec3 n, vec3 ray) {
    float rough = surface.x;
    float facing = max(dot(n, sun.xyz), 0.0);
    vec3 light = sun_color.xyz * (facing * sun_share(position, n, 1.0));
    float mirror = 0.04 + 0.96 * schlick(-dot(n, ray)) * (1.0 - rough);
    vec3 mirrored = reflect(ray, n);
    vec3 seen = mix(reflected_sky(mirrored), ambient(mirrored), sqrt(rough));
    vec3 gloss = seen * (mirror * (1.0 - 0.8 * rough));
    vec3 sharp = light * (0.04 * min(glint(n, ray, rough), 12.0));
    return tone * (light * 0.31830989 + surroundings(n)) + gloss + sharp;
}
#endif

#ifdef THIN
// The side towards the sun takes its light; the other side shows what comes through, which the
// pigment has filtered deeper and warmer. What is let through is not thrown back.
vec3 shade(vec3 n, vec3 ray) {
    float toward = dot(n, sun.xyz);
    vec3 lit_side = toward < 0.0 ? -n : n;
    vec3 light = sun_color.xyz * (abs(toward) * sun_share(position, lit_side, 1.0));
    float most = max(max(tone.r, tone.g), max(tone.b, 1e-3));
    vec3 through = tone * sqrt(tone / most) * vec3(1.25, 1.1, 0.7) * surface.y;
    vec3 front = tone * (1.0 - 0.5 * surface.y);
    // Sheets scatter forward: looking at the sun through one, its edge of light shines.
    float ahead = max(dot(ray, sun.xyz), 0.0);
    through *= 1.0 + 0.8 * ahead * ahead * ahead * ahead;
    vec3 direct = light * 0.31830989 * (toward > 0.0 ? front : through);
    vec3 around = surroundings(n) * front + surroundings(-n) * through;
    float sharp = toward > 0.0 ? 0.04 * min(glint(n, ray, surface.x), 8.0) : 0.0;
    return direct + around + light * sharp;
}
#endif

void main() {
    vec3 n = normalize(normal);
#ifdef THIN
    n = gl_FrontFacing ? n : -n;
#endif
    color = encode(shade(n, ray_to(position)));
}
#endif
