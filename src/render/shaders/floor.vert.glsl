layout(location = 0) in vec2 corner; // x and z
out vec3 position;

void main() {
    position = vec3(corner.x, below.w, corner.y);
    gl_Position = view_projection * vec4(position, 1.0);
}
