// Light for fragments: sky, sun, shadows, and how radiance is kept in ten bits.

// Radiance from 0 to 8 is kept as a square root: steps as fine as the eye's where it is dark.
const float RADIANCE_RANGE = 8.0;

vec4 encode(vec3 radiance) {
    return vec4(sqrt(clamp(radiance, 0.0, RADIANCE_RANGE) / RADIANCE_RANGE), 1.0);
}

vec3 decode(vec3 stored) {
    return stored * stored * RADIANCE_RANGE;
}

// The sky without sun and clouds.
vec3 sky(vec3 direction) {
    if (zenith.w > 0.5) {
        return horizon.xyz;
    }
    float up = max(direction.y, 0.0);
    float fade = exp2(-up * (7.2 - 3.6 * sun_color.w));
    float toward = max(dot(direction, sun.xyz), 0.0);
    float t2 = toward * toward;
    float t8 = t2 * t2 * t2 * t2;
    float t32 = t8 * t8 * t8 * t8;
    float glow = 0.02 * t2 + 0.05 * t8 + 0.16 * t32 * t32 + 0.22 * fade * fade * t2 * t8;
    return mix(zenith.xyz, horizon.xyz, fade) + sun_color.xyz * (glow * (0.3 + 0.7 * sun_color.w));
}

// Weights of a lattice that looks random; the same on every driver.
float hash(vec2 cell) {
    vec3 p = fract(cell.xyx * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

float value_noise(vec2 at) {
    vec2 cell = floor(at);
    vec2 t = at - cell;
    t = t * t * (3.0 - 2.0 * t);
    float low = mix(hash(cell), hash(cell + vec2(1.0, 0.0)), t.x);
    float high = mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), t.x);
    return mix(low, high, t.y);
}

// What a mirror sees: below the horizon it meets the ground.
vec3 reflected_sky(vec3 direction) {
    vec3 upper = zenith.w > 0.5 ? mix(horizon.xyz, zenith.xyz, clamp(direction.y, 0.0, 1.0))
                                : sky(vec3(direction.x, max(direction.y, 0.0), direction.z));
    return mix(below.xyz, upper, smoothstep(-0.15, 0.05, direction.y));
}

// Irradiance of a surface by the whole sky, over pi, so that it multiplies an albedo.
vec3 ambient(vec3 normal) {
    vec3 upper = mix(horizon.xyz, zenith.xyz, zenith.w > 0.5 ? 1.0 : 0.55);
    return mix(below.xyz, upper, 0.5 + 0.5 * normal.y);
}

float noise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

#ifdef SMOKE_SHADOW
uniform sampler3D smoke_cells;

// Share of the sun that the smoke lets pass to a point: what its grid holds there, or where the
// sunlight that meets the point leaves it.
float smoke_share(vec3 position) {
    vec3 at = (position - smoke_low.xyz) * smoke_scale.xyz;
    vec3 way = sun.xyz * smoke_scale.xyz;
    vec3 first = -at / way;
    vec3 second = (1.0 - at) / way;
    vec3 enter = min(first, second);
    vec3 leave = max(first, second);
    float start = max(max(enter.x, 0.0), max(enter.y, enter.z));
    if (start >= min(leave.x, min(leave.y, leave.z))) {
        return 1.0;
    }
    float root = texture(smoke_cells, at + way * start).g;
    return root * root * root * root;
}
#else
float smoke_share(vec3 position) {
    return 1.0;
}
#endif

#ifdef SHADOWS
uniform sampler2DShadow shadow_map;

// Share of the sun that reaches a point: four taps on a disc turned by the pixel, each filtered over
// four texels by the hardware. A tap `r` away on a flat surface at an angle `a` to the sun clears
// that surface if the point is lifted by r * sin(a).
float sun_share(vec3 position, vec3 normal, float softness) {
    float facing = clamp(dot(normal, sun.xyz), 0.0, 1.0);
    float grazing = sqrt(1.0 - facing * facing);
    vec3 lifted = position + normal * (shadow.y * (1.0 + 3.0 * max(softness, 1.0) * grazing));
    vec4 at = light_projection * vec4(lifted, 1.0);
    if (any(greaterThan(abs(at.xy - 0.5), vec2(0.499)))) {
        return smoke_share(position);
    }
    at.z = min(at.z, 1.0); // beyond the map's depth, things in it still throw shadows
    float angle = 6.2831853 * noise(gl_FragCoord.xy);
    vec2 axis = vec2(cos(angle), sin(angle)) * shadow.z * softness;
    vec2 side = vec2(-axis.y, axis.x);
    float sum = texture(shadow_map, vec3(at.xy + axis, at.z));
    sum += texture(shadow_map, vec3(at.xy - 0.35 * axis + 0.6 * side, at.z));
    sum += texture(shadow_map, vec3(at.xy - 0.8 * side - 0.2 * axis, at.z));
    sum += texture(shadow_map, vec3(at.xy - 0.7 * axis - 0.1 * side, at.z));
    return 0.25 * sum * smoke_share(position);
}
#else
float sun_share(vec3 position, vec3 normal, float softness) {
    return smoke_share(position);
}
#endif

// Things far away take the colour of the sky behind them.
vec3 fade_to_sky(vec3 radiance, vec3 direction, float share) {
    return mix(radiance, sky(vec3(direction.x, max(direction.y, 0.0), direction.z)), share);
}
