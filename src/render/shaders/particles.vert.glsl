// A particle as a point (DOT, SMALL) or as a quad that faces the eye (LARGE). CASTS: as seen from the
// sun.
#if !defined(DOT) && !defined(SMALL)
#define LARGE
#endif
layout(location = 0) in vec4 sphere; // middle, radius
layout(location = 1) in vec4 paint;  // square roots of colour and opacity
uniform float zoom;     // samples that 1 m at unit distance covers
uniform float dot_size; // samples along a pixel
flat out vec4 ball;
flat out vec4 ball_paint;
#ifndef LARGE
flat out float sun_part; // share of the sun's light that is seen from all of a dot
#endif
#ifdef SMALL
flat out float rim;    // radius of the point, in radii of the ball
flat out float dotted; // 1 if the ball is all but a dot, 0 if its sides can be told apart
#endif
#ifdef LARGE
out vec3 spot;

// Two directions across the unit vector `way`.
void axes_across(vec3 way, out vec3 side, out vec3 over) {
    side = normalize(abs(way.y) > 0.99 ? cross(vec3(1.0, 0.0, 0.0), way) : cross(vec3(0.0, 1.0, 0.0), way));
    over = cross(way, side);
}
#endif

#ifndef LARGE
// Mean over the disc, by the angle between sun and eye: half of what a matt sphere gives (Lambert's
// phase law), and as much spread evenly, since what is this small is mostly spray: light passes drops
// and comes back from their neighbours.
float mean_share(vec3 toward) {
    float across = clamp(dot(sun.xyz, toward), -1.0, 1.0);
    float angle = acos(across);
    float phase = sin(angle) * 0.31830989 + (1.0 - angle * 0.31830989) * across;
    return 0.5 * 0.667 * phase + 0.25;
}
#endif

void main() {
    ball = sphere;
    ball_paint = paint * paint;
#ifdef LARGE
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float reach = sphere.w;
    vec3 side;
    vec3 over;
#ifdef CASTS
    axes_across(sun.xyz, side, over);
#else
    axes_across(ray_to(sphere.xyz), side, over);
    // Where the rays that touch the sphere cross the plane through its middle.
    vec3 way = sphere.xyz - eye.xyz;
    reach *= 1.01 * (eye.w > 0.5 ? inversesqrt(1.0 - sphere.w * sphere.w / dot(way, way)) : 1.0);
#endif
    spot = sphere.xyz + reach * (corner.x * side + corner.y * over);
    vec3 at = spot;
#else
    vec3 at = sphere.xyz;
#endif
#ifdef CASTS
    gl_Position = as_sun_sees(at);
    float size = 2.0 * sphere.w / shadow.y;
#else
    gl_Position = view_projection * vec4(at, 1.0);
    float size = 2.0 * sphere.w * zoom / gl_Position.w;
#endif
#ifdef DOT
    // A faint pixel and one of its samples, as much stronger, are the same in the picture; the sample
    // takes less time.
    float samples = dot_size * dot_size;
    bool faint = ball_paint.a * samples <= 1.0;
    gl_PointSize = faint ? 1.0 : dot_size;
    ball_paint.a *= faint ? samples : 1.0;
    sun_part = mean_share(-ray_to(at));
#endif
#ifdef SMALL
    // Half a sample more: edges of what is blended are soft.
    gl_PointSize = size + 1.0;
    rim = (size + 1.0) / size;
    dotted = clamp((4.0 - size / dot_size) / 3.0, 0.0, 1.0);
    sun_part = mean_share(-ray_to(at));
#ifndef CASTS
    // As deep as the front of the ball: what ends inside it, like its own trail, is hidden.
    vec4 front = view_projection * vec4(at - sphere.w * ray_to(at), 1.0);
    gl_Position.z = front.z / front.w * gl_Position.w;
#endif
#endif
}
