// What every kind of water needs: ripples, foam, the way of light through water.
uniform sampler2D detail;
uniform vec3 absorption; // 1/m, by colour
uniform vec3 scatter;    // share of the light from above that deep water sends back
uniform vec3 block_low;  // the water's box; far away if it has no sides
uniform vec3 block_high;
uniform vec4 ripple; // one over the m that the detail covers, slope, and where it drifted to
uniform float foam_white;

// Light from above dies out more slowly than a beam, since scattered light goes on downwards.
const float DIFFUSE = 0.4;
const float WATER_F0 = 0.02;

vec3 light_from_above(float share) {
    return sun_color.xyz * (0.31830989 * sun.y * share) + ambient(vec3(0.0, 1.0, 0.0));
}

// What is left of `seen` after `way` m through water, and what the water adds: the way starts
// `depth` m below the surface and sinks by `down` a metre.
vec3 through_water(vec3 seen, float way, float depth, float down, vec3 light) {
    float rate = 1.0 + DIFFUSE * down;
    vec3 gone = exp(-absorption * way);
    vec3 added = (1.0 - exp(-absorption * (rate * way))) / rate;
    return seen * gone + scatter * light * added * exp(-absorption * (DIFFUSE * depth));
}

// Way to where a ray leaves the box.
float way_out(vec3 from, vec3 direction) {
    vec3 wall = mix(block_low, block_high, step(0.0, direction));
    vec3 way = (wall - from) / (direction + (step(0.0, direction) - 0.5) * 1e-6);
    return max(min(way.x, min(way.y, way.z)), 0.0);
}

struct skin_detail {
    vec2 slope;
    float lost;   // variance of the slopes too small for the picture
    float bubbles; // 0 to 1
};

// Ripples in two layers, each turned and moved its own way; what coarse levels of the texture lost
// is known from the mean squares they keep (LEAN mapping: Olano and Baker 2010).
skin_detail detail_at(vec2 at) {
    vec2 first = at * ripple.x + ripple.zw;
    vec2 second = mat2(0.80, -0.60, 0.60, 0.80) * at * (ripple.x * 3.1) + ripple.wz * 2.1;
    vec4 a = texture(detail, first);
    vec4 b = texture(detail, second);
    vec2 slope_a = a.rg * 2.0 - 1.0;
    vec2 slope_b = b.rg * 2.0 - 1.0;
    float lost = max(a.b - dot(slope_a, slope_a), 0.0) + max(b.b - dot(slope_b, slope_b), 0.0);
    vec2 slope = slope_a + mat2(0.80, 0.60, -0.60, 0.80) * slope_b;
    return skin_detail(
        slope * ripple.y, 0.5 * lost * ripple.y * ripple.y, 0.6 * a.a + 0.4 * b.a);
}

// Cover of foam of strength 0 to 1: bubbles, in patches that break up as it dies.
float foam_cover(float bubbles, float strength) {
    return smoothstep(0.72 - 0.85 * strength, 1.02 - 0.70 * strength, bubbles) *
           smoothstep(0.0, 0.08, strength);
}

vec3 foam_light(vec3 normal, float share) {
    float toward = max(dot(normal, sun.xyz), 0.0);
    return 0.85 * foam_white * (sun_color.xyz * (0.31830989 * toward * share) + ambient(normal));
}

// Schlick's reflection of water from air, made milder by roughness: mean over slopes of variance v
// after Bruneton, Neyret and Holzschuch (2010).
float water_fresnel(float cosine, float variance) {
    float sigma = sqrt(variance);
    float away = pow(1.0 - cosine, 5.0 * exp(-2.69 * sigma)) / (1.0 + 22.7 * sigma * sqrt(sigma));
    return WATER_F0 + (1.0 - WATER_F0) * away;
}

// The sun in a surface whose slopes have a variance (Cox and Munk 1954).
float sun_glint(vec3 normal, vec3 ray, float variance) {
    vec3 middle = normalize(sun.xyz - ray);
    float c = max(dot(middle, normal), 0.05);
    float c2 = c * c;
    float density = exp(-0.5 * (1.0 - c2) / (c2 * variance)) / (6.2831853 * variance * c2 * c2);
    float facing = max(dot(normal, -ray), 0.12);
    float turn = 1.0 - max(dot(middle, sun.xyz), 0.0);
    float t2 = turn * turn;
    return density * (WATER_F0 + (1.0 - WATER_F0) * t2 * t2 * turn) / (4.0 * facing);
}

#ifdef SHADOWS
// One tap: what shines on water is blurred by the water anyway.
float water_share(vec3 position) {
    vec4 at = light_projection * vec4(position, 1.0);
    bool outside = any(greaterThan(abs(at.xy - 0.5), vec2(0.499)));
    float share = texture(shadow_map, vec3(at.xy, min(at.z, 1.0) - 3.0 * shadow.y / shadow.w));
    return (outside ? 1.0 : share) * smoke_share(position);
}
#else
float water_share(vec3 position) {
    return smoke_share(position);
}
#endif

#ifdef SEE_THROUGH
uniform sampler2D opaque_color;
uniform sampler2D opaque_depth;
const vec3 WET_SAND = vec3(0.30, 0.25, 0.18);

vec3 opaque_position(vec2 uv) {
    return unproject(uv, texture(opaque_depth, uv).r);
}

vec3 opaque_radiance(vec2 uv) {
    return decode(texture(opaque_color, uv).rgb);
}

// A point that a ray would reach beyond a side wall: water against air throws all light back there,
// since what came in from above meets the wall too flat to leave.
vec2 mirrored(vec2 at) {
    return block_low.xz + abs(block_high.xz - abs(block_high.xz - at) - block_low.xz);
}

bool is_inside(vec3 at) {
    float margin = 1e-3 * view.w;
    return all(greaterThan(at, block_low - margin)) && all(lessThan(at, block_high + margin));
}

// The picture goes on mirrored beyond its edges: its last line drawn out would leave streaks before
// an eye close to the water.
vec2 in_picture(vec2 uv) {
    return clamp(1.0 - abs(1.0 - abs(uv)), viewport.zw, 1.0 - viewport.zw);
}

// What a ray from the surface at `position` meets: it is bent, so the picture behind is looked up
// where the bent ray ends, if nothing nearer than the surface stands there. Where the picture shows
// what lies beyond the water's walls, `under` m of water tell how far the ray goes.
vec3 refracted(vec3 position, vec3 ray, vec3 normal, float share, float under) {
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    vec3 bent = refract(ray, normal, 0.75);
    bent.y = min(bent.y, -0.3);
    vec3 straight = opaque_position(uv);
    float drop = is_inside(straight) ? max(position.y - straight.y, 0.0) : under;
    vec3 end = position + bent * min(drop / -bent.y, length(straight - position));
    end.xz = mirrored(end.xz);
    vec4 clip = view_projection * vec4(end, 1.0);
    vec2 there = in_picture(0.5 * clip.xy / clip.w + 0.5);
    vec3 hit = opaque_position(there);
    bool behind = dot(hit - position, ray) > 0.0;
    there = behind ? there : uv;
    hit = behind ? hit : straight;
    bool found = is_inside(hit);
    float depth = found ? max(position.y - hit.y, 0.0) : under;
    float way = min(depth / -bent.y, length(hit - position) * 1.2);
    vec3 light = light_from_above(share);
    // The picture may lack what the ray meets; a bed of wet sand is then the best guess.
    vec3 seen = found ? opaque_radiance(there) : WET_SAND * light;
    // Light has come down to what is seen there through water too.
    seen *= exp(-absorption * (DIFFUSE * depth));
    return through_water(seen, way, 0.0, -bent.y, light);
}
#endif
