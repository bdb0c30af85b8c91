// Light on the floor, one sample a pixel: share of the sun, share of the sky. The floor is not in the
// shadow map, so nothing here needs a bias. Taps turn with a pattern of two by two pixels, which the
// floor averages out.
in vec3 position;
out vec4 color;
uniform sampler2D shadow_depth;

const int TAPS = 12;
const float REACH = 70.0;   // texels
const float PENUMBRA = 2.0; // the sun is drawn this much wider than its disc: shadows read better
const mat2 GOLDEN = mat2(-0.737369, 0.675490, -0.675490, -0.737369);

struct Surroundings {
    float distance; // m to what blocks the sun, -1: nothing does
    float open;     // share of the sky
};

// Each tap finds a point above the floor that the sun sees. It blocks the sun if it lies in the cone
// from here to the sun, and hides as much of the sky as a patch of its size does from here: cosine
// times area over pi times the square of the distance. Far patches count less, so that the end of the
// search does not show.
Surroundings look_around(vec3 at, vec2 axis, int taps) {
    vec3 right = vec3(light_projection[0].x, light_projection[1].x, light_projection[2].x);
    vec3 up = vec3(light_projection[0].y, light_projection[1].y, light_projection[2].y);
    float width = shadow.y / shadow.x;
    right *= width * width;
    up *= width * width;
    float reach = REACH * shadow.x;
    float count = 0.0;
    float distance = 0.0;
    float hidden = 0.0;
    for (int i = 0; i < taps; ++i) {
        float t = float(i) / float(TAPS);
        float r = 1.5 * shadow.x + reach * t * t;
        float depth = texture(shadow_depth, at.xy + axis * r).r;
        float nearer = (at.z - depth) * shadow.w;
        // The sun sees tops; undersides, which hide the sky, are taken to be half as high.
        float under = nearer > 0.0 ? 0.5 * nearer : nearer;
        vec3 way = (right * axis.x + up * axis.y) * r + sun.xyz * under;
        float found = depth < 0.99999 && way.y > 0.0 ? 1.0 : 0.0;
        float square = dot(way, way);
        float area = 4.0 * r * reach * t * (1.0 - t * t) / float(TAPS) * width * width;
        hidden += found * way.y * inversesqrt(square) * area / (square + area);
        float blocks = r * width < PENUMBRA * sun.w * nearer + 3.0 * shadow.y ? found : 0.0;
        count += nearer > 0.0 ? blocks : 0.0;
        distance += nearer > 0.0 ? blocks * nearer : 0.0;
        axis = GOLDEN * axis;
    }
    return Surroundings(count > 0.0 ? distance / count : -1.0, clamp(1.0 - hidden, 0.0, 1.0));
}

// Loops that may not run at all are the branches that software renderers do skip.
float sun_seen(vec3 at, vec2 axis, float distance) {
    float radius = clamp(PENUMBRA * sun.w * distance / shadow.y, 0.7, REACH) * shadow.x;
    int taps = distance >= 0.0 ? TAPS : 0;
    float sum = distance >= 0.0 ? 0.0 : float(TAPS);
    for (int i = 0; i < taps; ++i) {
        float r = radius * sqrt((float(i) + 0.5) / float(TAPS));
        sum += texture(shadow_map, vec3(at.xy + axis * r, min(at.z, 1.0)));
        axis = GOLDEN * axis;
    }
    return sum / float(TAPS);
}

void main() {
    vec3 at = (light_projection * vec4(position, 1.0)).xyz;
    ivec2 cell = ivec2(gl_FragCoord.xy) & 1;
    float turn = 0.52 * float(cell.x + 2 * cell.y);
    vec2 axis = vec2(cos(turn), sin(turn));
    bool inside = all(lessThan(abs(at.xy - 0.5), vec2(0.499)));
    Surroundings found = look_around(at, axis, inside ? TAPS : 0);
    float share = sun_seen(at, axis, found.distance) * smoke_share(position);
    color = vec4(share, found.open, 0.0, 1.0);
}
