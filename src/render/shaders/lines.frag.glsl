in vec2 at;
flat in vec4 ends;
flat in vec4 joints;
flat in vec2 alphas;
flat in vec4 line_ink;
out vec4 color;

void main() {
    vec2 along = ends.zw - ends.xy;
    vec2 away = at - ends.xy;
    // Beyond a bisector the neighbour draws.
    if (dot(away, joints.xy) < 0.0 || dot(at - ends.zw, joints.zw) > 0.0) {
        discard;
    }
    float share = clamp(dot(away, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
    float off = length(away - share * along);
    // Overlap of the sample's width and the line's.
    float cover = clamp(min(off + 0.5, line_ink.w) - max(off - 0.5, -line_ink.w), 0.0, 1.0);
    float alpha = cover * mix(alphas.x, alphas.y, share);
#ifdef SOLID
    if (alpha < 0.5) {
        discard;
    }
#endif
#ifdef FAINT
    if (alpha >= 0.5) {
        discard;
    }
#endif
    color = vec4(line_ink.rgb, alpha);
}
