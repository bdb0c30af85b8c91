// A rectangle of the picture that holds the smoke. Rays are told in coordinates of the grid, 0 to 1
// along each axis, per metre of depth in front of the eye; both ends of them are linear in the
// picture's coordinates, so they may be interpolated.
uniform vec4 bounds; // of the rectangle, from -1 to 1
out vec3 ray_start;  // at the eye
out vec3 ray_way;
out vec3 ray_world;

void main() {
    vec2 corner = vec2(gl_VertexID % 2 == 0 ? 0.0 : 1.0, gl_VertexID < 2 ? 0.0 : 1.0);
    vec2 place = mix(bounds.xy, bounds.zw, corner);
    vec3 near = unproject(0.5 * place + 0.5, 0.0);
    vec3 way = unproject(0.5 * place + 0.5, 1.0) - near;
    way /= dot(way, forward.xyz);
    vec3 start = near - way * dot(near - eye.xyz, forward.xyz);
    ray_world = way;
    ray_start = (start - smoke_low.xyz) * smoke_scale.xyz;
    ray_way = way * smoke_scale.xyz;
    gl_Position = vec4(place, 0.0, 1.0);
}
