layout(location = 0) in vec3 place;
layout(location = 1) in vec3 across;
out vec3 position;
out vec3 skin; // normal

void main() {
    position = place;
    skin = across;
    gl_Position = view_projection * vec4(position, 1.0);
}
