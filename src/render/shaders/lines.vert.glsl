// A quad round one segment of a line. Places are in samples of the target from the lower left.
layout(location = 0) in vec4 from; // x, y, depth, alpha
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 beside; // the points before and after
layout(location = 3) in vec4 ink;    // color, half the width
#ifdef ON_TOP
uniform float flip; // -1: the picture's rows run from the top
uniform vec2 scale;
#endif
out vec2 at;
flat out vec4 ends;    // of the segment
flat out vec4 joints;  // normals of the bisectors at its ends, pointing along the line; 0: none
flat out vec2 alphas;
flat out vec4 line_ink;

// What both segments of a joint must compute alike: the sum of their directions.
vec2 bisector(vec2 a, vec2 b, vec2 c) {
    vec2 before = b - a;
    vec2 after = c - b;
    if (dot(before, before) == 0.0 || dot(after, after) == 0.0) {
        return vec2(0.0);
    }
    return normalize(before) + normalize(after);
}

void main() {
    vec2 along = to.xy - from.xy;
    float size = length(along);
    along = size > 0.0 ? along / size : vec2(1.0, 0.0);
    float reach = ink.w + 1.0;
    bool end = (gl_VertexID & 1) == 1;
    vec2 side = vec2(-along.y, along.x) * ((gl_VertexID >> 1) == 1 ? reach : -reach);
    at = (end ? to.xy + along * reach : from.xy - along * reach) + side;
    ends = vec4(from.xy, to.xy);
    joints = vec4(bisector(beside.xy, from.xy, to.xy), bisector(from.xy, to.xy, beside.zw));
    alphas = vec2(from.w, to.w);
    line_ink = ink;
#ifdef ON_TOP
    vec2 place = at * scale - 1.0;
    gl_Position = vec4(place.x, place.y * flip, 0.0, 1.0);
#else
    gl_Position = vec4(2.0 * at * viewport.zw - 1.0, end ? to.z : from.z, 1.0);
#endif
}
