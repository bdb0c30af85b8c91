// Every shader starts with this. Bodies are the same for OpenGL 3.3 and OpenGL ES 3.0.
layout(std140) uniform Frame {
    mat4 view_projection;
    mat4 inverse_view_projection;
    mat4 light_projection; // world to shadow map, 0 to 1
    vec4 eye;              // w: 1 if rays start at the eye, 0 if they are parallel
    vec4 forward;          // unit; w: distance from the eye to the target
    vec4 sun;              // unit, towards the sun; w: sine of its radius
    vec4 sun_color;        // irradiance of a surface that faces it; w: haze
    vec4 zenith;           // radiance overhead; w: background (0 sky, 1 plain, 2 dark)
    vec4 horizon;
    vec4 below;            // radiance from below; w: height of the floor
    vec4 floor_color;      // albedo of the floor
    vec4 viewport;         // samples along x and y, and one over them
    vec4 view;             // time, far, near, radius of what is drawn
    vec4 shadow;           // texel in uv, in m; spread of taps in uv; depth in m
    vec4 smoke_low;        // corner of the smoke's grid, m
    vec4 smoke_scale;      // one over its size
};

// Unit vector from the eye to a point.
vec3 ray_to(vec3 position) {
    return eye.w > 0.5 ? normalize(position - eye.xyz) : forward.xyz;
}

// World position of a depth value at picture coordinates from 0 to 1.
vec3 unproject(vec2 uv, float depth) {
    vec4 p = inverse_view_projection * vec4(vec3(uv, depth) * 2.0 - 1.0, 1.0);
    return p.xyz / p.w;
}

// Where a point is in the shadow map, in clip space.
vec4 as_sun_sees(vec3 position) {
    return vec4((light_projection * vec4(position, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
