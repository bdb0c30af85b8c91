#if !defined(DOT) && !defined(SMALL)
#define LARGE
#endif
flat in vec4 ball;
flat in vec4 ball_paint;
#ifndef LARGE
flat in float sun_part;
#endif
#ifdef SMALL
flat in float rim;
flat in float dotted;
#endif
#ifdef LARGE
in vec3 spot;
#endif
uniform vec3 right;
uniform vec3 above;

#ifdef CASTS
// The disc through the middle: the lit half of the ball lies before it.
void main() {
#ifdef LARGE
    vec3 off = (spot - ball.xyz) / ball.w;
    float reach = dot(off, off);
#else
    vec2 off = (2.0 * gl_PointCoord - 1.0) * rim;
    float reach = dot(off, off);
#endif
    if (reach > 1.0) {
        discard;
    }
}
#else

out vec4 color;

// On small balls one tap is enough, and smoke is as dense all over them.
float ball_share(vec3 position, vec3 normal) {
#if defined(SMALL) && defined(SHADOWS)
    vec4 at = light_projection * vec4(position + normal * shadow.y * 2.0, 1.0);
    bool outside = any(greaterThan(abs(at.xyz - 0.5), vec3(0.499)));
    return (outside ? 1.0 : texture(shadow_map, at.xyz)) * smoke_share(ball.xyz);
#else
    return sun_share(position, normal, 1.0);
#endif
}

// Matt paint under a thin gloss.
vec3 shade(vec3 position, vec3 normal, vec3 toward) {
    float facing = max(dot(normal, sun.xyz), 0.0);
    vec3 light = sun_color.xyz * (facing * ball_share(position, normal));
    vec3 radiance = ball_paint.rgb * (ambient(normal) + 0.31830989 * light);
    vec3 middle = normalize(sun.xyz + toward);
    float gloss = pow(max(dot(normal, middle), 0.0), 70.0);
    radiance += light * (0.04 * 3.1 * gloss); // Blinn and Phong: 0.04 (70 + 8) / (8 pi)
#ifdef LARGE
    float rise = 1.0 - max(dot(normal, toward), 0.0);
    float mirror = 0.04 + 0.5 * rise * rise * rise * rise * rise;
    radiance = mix(radiance, reflected_sky(reflect(-toward, normal)), mirror);
#endif
    return radiance;
}

#ifndef LARGE
vec3 shade_dot() {
    vec3 up = vec3(0.0, 0.6, 0.0);
    float share = sun_part * smoke_share(ball.xyz);
    return ball_paint.rgb * (ambient(up) + sun_color.xyz * (0.31830989 * share));
}
#endif

void main() {
    float alpha = ball_paint.a;
#ifdef DOT
    vec3 radiance = shade_dot();
#endif
#ifdef SMALL
    vec3 toward = -ray_to(ball.xyz);
    vec2 off = (2.0 * gl_PointCoord - 1.0) * vec2(rim, -rim);
    float reach = dot(off, off);
#ifdef BLENDED
    // A point is half a sample wider than the ball, 0.5 / (rim - 1) samples large.
    alpha *= clamp(0.5 + (1.0 - sqrt(reach)) * 0.5 / (rim - 1.0), 0.0, 1.0);
#else
    if (reach > 1.0) {
        discard;
    }
#endif
    vec3 normal = off.x * right + off.y * above - forward.xyz * sqrt(max(1.0 - reach, 0.0));
    vec3 radiance = mix(shade(ball.xyz + ball.w * normal, normal, toward), shade_dot(), dotted);
#endif
#ifdef LARGE
    vec3 way = ray_to(spot);
    vec3 from = spot - ball.xyz;
    float along = dot(from, way);
    float inside = along * along - dot(from, from) + ball.w * ball.w;
#ifdef BLENDED
    alpha *= clamp(0.5 + inside / max(fwidth(inside), 1e-12), 0.0, 1.0);
#else
    if (inside < 0.0) {
        discard;
    }
#endif
    vec3 position = spot - way * (along + sqrt(max(inside, 0.0)));
    vec3 normal = normalize(position - ball.xyz);
    vec3 radiance = shade(position, normal, -way);
    vec4 clip = view_projection * vec4(position, 1.0);
    gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 1.0);
#endif
#ifdef BLENDED
    color = vec4(encode(radiance).rgb, alpha);
#else
    color = encode(radiance);
#endif
}
#endif
