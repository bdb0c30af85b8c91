#include water_light
// A block of water. Variants: the surface from above, the surface from BELOW, a SIDE that shows the
// inside, and the DEEP before an eye that is under water.
out vec4 color;
uniform float still_level;
uniform float shore; // m over which thin water ends softly

#ifdef DEEP
void main() {
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    vec3 from = unproject(uv, 0.0);
    vec3 hit = opaque_position(uv);
    vec3 ray = normalize(hit - from);
    float way = min(length(hit - from), way_out(from, ray));
    vec3 light = light_from_above(1.0);
    color = encode(
        through_water(opaque_radiance(uv), way, max(still_level - from.y, 0.0), -ray.y, light));
}
#else
in vec3 position;
in float depth;
in vec2 skin;
#ifndef SIDE
uniform sampler2D surface; // normal along x and z, foam, mean square of the normal along both

// The normal there, what levels of the texture lost of its variance, and foam.
struct surface_skin {
    vec3 normal;
    float lost;
    float foam;
};

surface_skin skin_at(vec2 at) {
    vec4 s = texture(surface, at);
    float flat_part = dot(s.xy, s.xy);
    return surface_skin(vec3(s.x, sqrt(max(1.0 - flat_part, 0.01)), s.y), max(s.w - flat_part, 0.0), s.z);
}
#endif

#if defined(SIDE)
// Share of a line `width` samples wide at `away` m.
float line_at(float away, float width) {
    return 1.0 - smoothstep(0.4, 1.0, away / max(fwidth(away) * width, 1e-6));
}

// No bending here: a tank is measured through its wall.
void main() {
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    vec3 ray = ray_to(position);
    vec3 normal = vec3(skin.x, 0.0, skin.y);
    vec3 hit = opaque_position(uv);
    float way = min(length(hit - position), way_out(position, ray));
    vec3 light = light_from_above(1.0);
    vec3 seen = through_water(opaque_radiance(uv), way, depth, -ray.y, light);
    // Even a thin sheet of clear water is seen to be water, before white paper above all.
    bool paper = zenith.w > 0.5 && zenith.w < 1.5;
    vec3 body = 2.0 * scatter * light * exp(-absorption * (DIFFUSE * depth));
    seen = mix(seen, body, paper ? 0.28 : 0.14);
    float grazing = 1.0 - max(dot(-ray, normal), 0.0);
    float g2 = grazing * grazing;
    float mirror = WATER_F0 + 0.6 * g2 * g2 * grazing;
    vec3 radiance = mix(seen, reflected_sky(reflect(ray, normal)), mirror);
    // Edges catch light: the water line most, those of the block a little.
    vec2 corner = min(position.xz - block_low.xz, block_high.xz - position.xz);
    float upright = abs(normal.x) > 0.5 ? corner.y : corner.x;
    float edge = max(0.45 * line_at(depth, 2.2), 0.22 * line_at(upright, 2.0));
    vec3 bright = paper ? 0.5 * body : light + 0.3 * horizon.xyz;
    color = encode(mix(radiance, bright, edge));
}
#elif defined(BELOW)
void main() {
    if (depth <= 0.0) {
        discard;
    }
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    vec3 ray = ray_to(position);
    vec2 slope = detail_at(position.xz).slope;
    vec3 normal = -normalize(skin_at(skin).normal + vec3(-slope.x, 0.0, -slope.y));
    float cosine = clamp(dot(-ray, normal), 0.0, 1.0);
    // Beyond the critical angle, sine 0.75, all is thrown back.
    float window = smoothstep(0.62, 0.72, cosine);
    vec3 sky_ray = refract(ray, normal, 1.333);
    vec3 above = reflected_sky(dot(sky_ray, sky_ray) > 0.5 ? sky_ray : ray);
    vec3 light = light_from_above(1.0);
    vec3 back = scatter * light * 0.8;
    vec3 seen = mix(back, above, window * 0.95);
    float way = eye.w > 0.5 ? length(position - eye.xyz) : 0.0;
    float under = eye.w > 0.5 ? max(still_level - eye.y, 0.0) : 0.0;
    color = encode(through_water(seen, way, under, -ray.y, light));
}
#else
void main() {
    if (depth <= 0.0) {
        discard;
    }
    vec3 ray = ray_to(position);
    surface_skin outer = skin_at(skin);
    vec3 rest = outer.normal;
    skin_detail small = detail_at(position.xz);
    vec3 normal = normalize(rest / rest.y - vec3(small.slope.x, 0.0, small.slope.y));
    vec3 turn = fwidth(rest);
    float variance = 0.0020 + small.lost + 0.5 * outer.lost + 0.10 * dot(turn, turn);
    float share = water_share(position);
    float cosine = clamp(dot(-ray, normal), 0.02, 1.0);
    float fresnel = water_fresnel(cosine, variance);
    vec3 mirror = reflect(ray, normal);
    mirror.y = abs(mirror.y);
    vec3 seen = refracted(position, ray, normal, share, depth);
    float thin = smoothstep(0.0, shore, depth);
    vec3 radiance = mix(seen, reflected_sky(mirror), fresnel * thin);
    radiance += sun_color.xyz * min(sun_glint(normal, ray, variance) * share * thin, 6.0);
    float cover = foam_cover(small.bubbles, outer.foam) * thin;
    radiance = mix(radiance, foam_light(normal, share), cover);
    color = encode(radiance);
}
#endif
#endif
