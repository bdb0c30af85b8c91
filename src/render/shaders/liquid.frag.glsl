#include water_light
// The surface of a liquid that may have any shape. BACK: only how far away its next inner side is.
in vec3 position;
in vec3 skin;

#ifdef BACK
void main() {
}
#else
out vec4 color;
uniform sampler2D back_depth;

// Where the ray through a pixel leaves the liquid, or meets what stands in it.
float way_inside(vec2 uv, vec3 ray) {
    vec3 back = unproject(uv, texture(back_depth, uv).r);
    vec3 solid = opaque_position(uv);
    return max(min(dot(back - position, ray), dot(solid - position, ray)), 0.0);
}

void main() {
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    vec3 ray = ray_to(position);
    vec3 normal = normalize(skin);
    // Near an outline the mean normal of a facet may look away: it is turned until it does not.
    normal = normalize(normal - ray * max(0.05 + dot(ray, normal), 0.0));
    vec3 turn = fwidth(normal);
    float variance = 0.0012 + 0.10 * dot(turn, turn);
    float share = water_share(position);
    float way = way_inside(uv, ray);
    vec3 bent = refract(ray, normal, 0.75);
    vec4 clip = view_projection * vec4(position + bent * way, 1.0);
    vec2 there = in_picture(0.5 * clip.xy / clip.w + 0.5);
    bool behind = dot(opaque_position(there) - position, ray) > 0.0;
    vec3 light = light_from_above(share);
    vec3 seen = through_water(opaque_radiance(behind ? there : uv), way, 0.0, -bent.y, light);
    // Even a thin sheet of clear water is seen to be water, before white paper above all.
    bool paper = zenith.w > 0.5 && zenith.w < 1.5;
    float body = (paper ? 0.28 : 0.16) * (1.0 - exp(-way / (0.02 * view.w)));
    seen = mix(seen, 2.0 * scatter * light, body);
    float cosine = clamp(dot(-ray, normal), 0.02, 1.0);
    float fresnel = water_fresnel(cosine, variance);
    vec3 radiance = mix(seen, reflected_sky(reflect(ray, normal)), fresnel);
    radiance += sun_color.xyz * min(sun_glint(normal, ray, variance) * share, 6.0);
    color = encode(radiance);
}
#endif
