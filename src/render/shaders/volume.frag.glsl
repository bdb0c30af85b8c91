// A march through smoke, front to back. Cells hold: root of the density, fourth root of the share of
// sunlight that arrives, root of the share of the sky's light, and root of the share of the ground's
// light or the heat over the start of glowing.
in vec3 ray_start;
in vec3 ray_way;
in vec3 ray_world;
out vec4 color;
uniform sampler3D smoke_cells;
uniform sampler2D ranges;       // per tile of the picture: depths between which there is smoke
uniform sampler2D opaque_depth; // SAMPLES x SAMPLES a pixel
uniform sampler2D opaque_color;
uniform vec4 depth_terms;        // depth is (x + y * device) / (z + w * device)
uniform vec3 cell_count;
uniform float extinction; // of a full cell, 1/m, to base 2
uniform vec3 albedo;
#ifdef HEAT
uniform float heat_range; // of a full cell, in units of the start of glowing
uniform float glow;
uniform sampler3D fire;  // root of the light that glowing smoke throws
uniform vec3 fire_scale; // from coordinates of the grid to its own
uniform float fire_range;
#endif

// Henyey and Greenstein (1941), per steradian.
float phase(float cosine, float g) {
    float base = 1.0 + g * g - 2.0 * g * cosine;
    return 0.07957747 * (1.0 - g * g) / (base * sqrt(base));
}

float sample_depth(int x, int y) {
    return texelFetch(opaque_depth, ivec2(gl_FragCoord.xy) * SAMPLES + ivec2(x, y), 0).x;
}

// Device depths of the nearest and farthest sample of this pixel, and the share of those that are
// nearer to the farthest.
vec3 sample_depths() {
    float nearest = 1.0;
    float farthest = 0.0;
    for (int y = 0; y < SAMPLES; ++y) {
        for (int x = 0; x < SAMPLES; ++x) {
            float device = sample_depth(x, y);
            nearest = min(nearest, device);
            farthest = max(farthest, device);
        }
    }
    float share = 0.0;
    for (int y = 0; y < SAMPLES; ++y) {
        for (int x = 0; x < SAMPLES; ++x) {
            share += step(0.5 * (nearest + farthest), sample_depth(x, y));
        }
    }
    return vec3(nearest, farthest, share / float(SAMPLES * SAMPLES));
}

vec2 depth_of(vec2 device) {
    vec2 clip = 2.0 * device - 1.0;
    return (depth_terms.x + depth_terms.y * clip) / (depth_terms.z + depth_terms.w * clip);
}

#if SAMPLES > 1
// What passes of the samples of a pixel at the edge of something in the smoke. The mean of their
// colours would not do: what is far is hidden more than what is near.
vec3 seen_through(vec2 device, float near_share, float far_share) {
    vec3 seen = vec3(0.0);
    for (int y = 0; y < SAMPLES; ++y) {
        for (int x = 0; x < SAMPLES; ++x) {
            ivec2 place = ivec2(gl_FragCoord.xy) * SAMPLES + ivec2(x, y);
            float far = step(0.5 * (device.x + device.y), sample_depth(x, y));
            seen += decode(texelFetch(opaque_color, place, 0).rgb) * mix(near_share, far_share, far);
        }
    }
    return seen / float(SAMPLES * SAMPLES);
}
#endif

#ifdef HEAT
// Colours of glowing soot: deep red first, then orange, yellow, white.
vec3 emission(float heat) {
    float e = heat * heat_range;
    return glow * e * vec3(2.2, 0.9 * e, 0.28 * e * e);
}
#endif

// Share of a half-space's light from its root: with a tail, for light that has been scattered on.
float soften(float root) {
    return root * (0.25 + 0.75 * root);
}

void main() {
    vec2 range = texelFetch(ranges, ivec2(gl_FragCoord.xy) / TILE, 0).xy;
    vec3 way = mix(ray_way, vec3(1e-7), lessThan(abs(ray_way), vec3(1e-7)));
    vec3 first = -ray_start / way;
    vec3 second = (1.0 - ray_start) / way;
    vec3 enter = min(first, second);
    vec3 leave = max(first, second);
    vec3 device = sample_depths();
    vec2 stop = depth_of(device.xy);
    float t = max(max(range.x, enter.x), max(enter.y, enter.z));
    float end = min(min(min(range.y, stop.y), leave.x), min(leave.y, leave.z));
    color = vec4(0.0);
    if (t >= end) {
        return;
    }
    // Light that is scattered once, twice, often, after Wrenninge et al. (2013): octaves of less
    // extinction and less direction. Strengths make thick smoke in full sun about as bright as a
    // sheet of paper of its colour.
    float toward = dot(normalize(ray_world), sun.xyz);
    float back = 0.12 * phase(toward, -0.3);
    vec3 lit = albedo * sun_color.xyz;
    vec3 once = lit * 1.3 * (0.88 * phase(toward, 0.5) + back);
    vec3 twice = lit * 1.9 * phase(toward, 0.25);
    vec3 often = lit * 1.7 * phase(toward, 0.0);
    vec3 sky_light = albedo * 0.5 * ambient(vec3(0.0, 1.0, 0.0));
    vec3 ground_light = albedo * 0.5 * ambient(vec3(0.0, -1.0, 0.0));
#ifdef HEAT
    vec3 fire_light = albedo * glow * fire_range * vec3(2.2, 0.75, 0.16);
#endif

    vec3 crossed = abs(way) * cell_count;
    // Steps of 0.6 cells: at 1 dense edges show steps, below 0.5 nothing is won.
    float stride = 0.6 / max(crossed.x, max(crossed.y, crossed.z));
    stride = max(stride, (end - t) * (1.0 / float(MOST_STEPS - 1)));
    float thickness = extinction * length(ray_world);
    float stretch = stride * max(noise(gl_FragCoord.xy), 0.01);
    float through = 1.0;
    float near_depth = 0.0; // up to the nearest sample
    vec4 sum = vec4(0.0);
    for (int i = 0; i < MOST_STEPS; ++i) {
        if (t >= end || through < 0.01) {
            break;
        }
        stretch = min(stretch, end - t);
        vec3 place = ray_start + way * (t + 0.5 * stretch);
        vec4 cell = texture(smoke_cells, place);
        float depth = cell.r * cell.r * thickness * stretch;
        float keep = exp2(-depth);
        float before = clamp((stop.x - t) / stretch, 0.0, 1.0);
        near_depth += before * depth;
        float square = cell.g * cell.g;
        vec3 source = (once * square + twice) * square + often * cell.g;
#ifdef HEAT
        float near_fire = texture(fire, place * fire_scale).r;
        source += (sky_light + ground_light) * soften(cell.b) + emission(cell.a);
        source += fire_light * (near_fire * near_fire);
#else
        source += sky_light * soften(cell.b) + ground_light * soften(cell.a);
#endif
        sum += vec4(source, 1.0) * (through * (1.0 - keep) * mix(device.z, 1.0, before));
        through *= keep;
        t += stretch;
        stretch = stride;
    }
    // What the march left undone behind the last step looks like what it has seen.
    bool opaque = through < 0.01;
    sum *= opaque ? 1.0 / (1.0 - through) : 1.0;
#if SAMPLES > 1
    float near_share = exp2(-near_depth);
    if (near_share > through + 0.02) {
        sum = vec4(sum.rgb + seen_through(device.xy, near_share, opaque ? 0.0 : through), 1.0);
    }
#endif
    // Eight bits are coarse for radiance: noise of half a step hides them.
    float dither = (noise(gl_FragCoord.yx + 17.0) - 0.5) / 255.0;
    color = vec4(encode(sum.rgb).rgb + dither * step(0.002, sum.a), sum.a);
}
