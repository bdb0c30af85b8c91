#include water_light
// The open sea. Every wave is followed down to some samples a length; then its slope joins the
// variance, so that the far sea neither shimmers nor lies flat.
in vec3 position;
in vec2 rest; // where the point would be without waves
out vec4 color;
uniform float sea_level;
uniform float height; // m, sum of the amplitudes
uniform float sample_extent; // rad that a sample covers; m if rays are parallel
uniform vec4 waves[2 * WAVES];

// Sines of turns, to 0.001: cheaper by far than sin() and cos().
vec2 turn_sines(float turns) {
    vec2 x = (fract(vec2(turns, turns + 0.25) + 0.5) - 0.5) * 2.0;
    vec2 y = 4.0 * x * (1.0 - abs(x));
    return y + 0.225 * (y * abs(y) - y);
}

struct surface {
    vec2 slope;
    vec3 squeeze; // dX/dx, dZ/dz and dX/dz of the horizontal shift, with the sign turned
    float lost;   // variance of the slopes that were left out
};

// Real waves come in groups: beyond some forty lengths a train has no crest that goes on, and its
// share of the surface is only known by its variance. Endless trains would draw rays to the
// horizon.
surface surface_at(vec2 at, vec2 along, vec2 across, float distance) {
    surface s = surface(vec2(0.0), vec3(0.0), 0.0);
    for (int i = 0; i < WAVES; ++i) {
        vec4 a = waves[2 * i];
        vec4 b = waves[2 * i + 1];
        float turns = abs(dot(a.xy, along)) + abs(dot(a.xy, across));
        float lengths = distance * b.w * 0.004;
        float held = (1.0 - smoothstep(0.10, 0.45, turns)) / (1.0 + lengths * lengths);
        vec2 sines = turn_sines(dot(a.xy, at) + a.z);
        float steep = a.w * b.w;
        s.slope -= b.xy * (steep * held * sines.x);
        s.squeeze += vec3(b.xy * b.xy, b.x * b.y) * (b.z * b.w * held * sines.y);
        s.lost += 0.5 * steep * steep * (1.0 - held * held);
    }
    return s;
}

void main() {
    vec3 ray = ray_to(position);
    float distance = eye.w > 0.5 ? length(position - eye.xyz) : view.w;
    // What one sample covers of the level sea.
    float sample_size = eye.w > 0.5 ? distance * sample_extent : sample_extent;
    vec2 ahead = normalize(ray.xz + vec2(1e-5, 0.0));
    vec2 along = ahead * (sample_size / max(abs(ray.y), 0.004));
    vec2 across = vec2(-ahead.y, ahead.x) * sample_size;
    surface s = surface_at(rest, along, across, distance);
    skin_detail small = detail_at(rest);
    // Along x and z a step at rest moves the drawn point by one minus the squeeze.
    float pinch = (1.0 - s.squeeze.x) * (1.0 - s.squeeze.y) - s.squeeze.z * s.squeeze.z;
    vec2 slope = vec2(s.slope.x * (1.0 - s.squeeze.y) + s.slope.y * s.squeeze.z,
                     s.slope.y * (1.0 - s.squeeze.x) + s.slope.x * s.squeeze.z) /
                 max(pinch, 0.15);
    slope += small.slope;
    float lost = s.lost + small.lost;
    float variance = 0.0030 + lost;
    // At grazing angles one sees the slopes that face the eye.
    slope += ahead * (lost / (abs(ray.y) + 0.8 * sqrt(lost) + 0.01));
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    float cosine = clamp(dot(-ray, normal), 0.02, 1.0);
    float share = water_share(position);
#ifdef BELOW
    normal = -normal;
    float window = smoothstep(0.62, 0.72, clamp(dot(-ray, normal), 0.0, 1.0));
    vec3 out_ray = refract(ray, normal, 1.333);
    vec3 light = light_from_above(1.0);
    vec3 above = reflected_sky(dot(out_ray, out_ray) > 0.5 ? out_ray : ray);
    vec3 seen = mix(0.8 * scatter * light, above, 0.95 * window);
    color = encode(through_water(seen, distance, max(sea_level - eye.y, 0.0), -ray.y, light));
#else
    float fresnel = water_fresnel(cosine, variance);
    vec3 mirror = reflect(ray, normal);
    mirror.y = abs(mirror.y);
    // Light that has gone through a crest, most of it where one looks towards the sun.
    float lift = clamp(0.5 + 0.5 * (position.y - sea_level) / height, 0.0, 1.0);
    float toward = clamp(0.5 + 0.5 * dot(ray, normalize(sun.xyz * vec3(1.0, 0.0, 1.0))), 0.0, 1.0);
    float facing = clamp(0.35 + 0.65 * dot(normal, sun.xyz) / max(sun.y, 0.3), 0.2, 1.5);
    vec3 light = light_from_above(share);
#ifdef SEE_THROUGH
    vec3 deep = refracted(position, ray, normal, share, 1e4);
#else
    vec3 deep = scatter * light * (1.0 / (1.0 + DIFFUSE * 0.75));
#endif
    deep *= facing * mix(0.35, 0.9, lift);
    deep += scatter * light * (0.9 * toward * lift * lift * lift * (1.0 - 0.6 * cosine));
    vec3 radiance = mix(deep, reflected_sky(mirror), fresnel);
    radiance += sun_color.xyz * min(0.5 * sun_glint(normal, ray, variance) * share, 6.0);
    float breaking = smoothstep(0.55, 0.15, pinch + 0.2 * (small.slope.x + small.slope.y));
    radiance = mix(radiance, foam_light(normal, share), foam_cover(small.bubbles, breaking));
    float far_off = 1.0 - exp(-distance / (view.y * mix(0.6, 0.15, sun_color.w)));
    color = encode(fade_to_sky(radiance, ray, far_off));
#endif
}
