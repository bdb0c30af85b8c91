#include floor.vert
