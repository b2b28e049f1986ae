/** The programs of the graphics card: ways, places, residents. Sizes are CSS pixels, times seconds on the map's clock. */

const view = `#version 300 es
precision highp float;
uniform vec2 centre;
uniform vec2 size;
uniform float scale;
uniform float ratio;
vec4 placed(vec2 point) {
  vec2 at = (point - centre) * scale * 2.0 / size;
  return vec4(at.x, -at.y, 0.0, 1.0);
}
`;

const colours = `#version 300 es
precision highp float;
uniform vec4 ink;
uniform vec4 fill;
out vec4 colour;
`;

/**
 * A way: a strip between two places, equally wide on the screen at any scale. Each of its six corners has both ends; that is drawn faster
 * than one strip instanced many times, which takes a renderer without a graphics card 20 microseconds for each.
 */
export const wayShaders = {
  vertex: `${view}
in vec4 ends;
uniform float width;
out float across;
void main() {
  vec2 along = normalize(ends.zw - ends.xy + vec2(1e-6));
  int corner = gl_VertexID % 6;
  float side = (corner & 1) == 0 ? -1.0 : 1.0;
  vec2 end = corner == 0 || corner == 1 || corner == 3 ? ends.xy : ends.zw;
  float half_width = width * 0.5 + 0.5;
  across = side * half_width;
  gl_Position = placed(end + vec2(-along.y, along.x) * side * half_width / scale);
}`,
  fragment: `${colours}
in float across;
uniform float width;
void main() {
  colour = ink * clamp(width * 0.5 + 0.5 - abs(across), 0.0, 1.0);
}`,
};

/** A place: a ring of ink around paper; the Commons is a square. */
export const placeShaders = {
  vertex: `${view}
in vec3 place;
uniform float radius;
flat out float pixels;
flat out float square;
void main() {
  gl_Position = placed(place.xy);
  square = place.z;
  pixels = radius * (1.0 + 0.5 * place.z) * ratio;
  gl_PointSize = 2.0 * pixels + 2.0;
}`,
  fragment: `${colours}
flat in float pixels;
flat in float square;
uniform float edge;
void main() {
  vec2 from = abs(gl_PointCoord * 2.0 - 1.0) * (pixels + 1.0);
  float out_of = square > 0.5 ? max(from.x, from.y) * 1.12 : length(from);
  float shape = clamp(pixels - out_of + 0.5, 0.0, 1.0);
  float inner = clamp(pixels - edge - out_of + 0.5, 0.0, 1.0);
  colour = mix(ink, fill, inner) * shape;
}`,
};

/** A resident: a lamp with a rim and its light around. After it has spoken, a ring goes out from it for a moment. */
export const residentShaders = {
  vertex: `${view}
in vec4 walk;
in vec4 times;
uniform float now;
uniform float radius;
uniform float halo;
uniform float word;
flat out float pixels;
flat out float sound;
flat out float sight;
void main() {
  float share = now >= times.y ? 1.0 : clamp((now - times.x) / (times.y - times.x), 0.0, 1.0);
  gl_Position = placed(mix(walk.xy, walk.zw, share * share * (3.0 - 2.0 * share)));
  sight = times.w > 0.0 ? share : times.w < 0.0 ? 1.0 - share : 1.0;
  sound = clamp((now - times.z) / word, 0.0, 1.0);
  float reach = sound < 1.0 ? max(halo, 4.5) : halo;
  pixels = radius * reach * ratio;
  gl_PointSize = 2.0 * pixels + 2.0;
}`,
  fragment: `${colours}
flat in float pixels;
flat in float sound;
flat in float sight;
uniform float radius;
uniform float halo;
uniform float ratio;
uniform float glow;
void main() {
  float out_of = length(gl_PointCoord * 2.0 - 1.0) * (pixels + 1.0);
  float lamp = radius * ratio;
  float disc = clamp(lamp - out_of + 0.5, 0.0, 1.0);
  float inner = clamp(lamp - 1.25 * ratio - out_of + 0.5, 0.0, 1.0);
  float fade = clamp(1.0 - out_of / (lamp * halo), 0.0, 1.0);
  colour = mix(fill * glow * fade * fade, mix(ink, fill, inner), disc);
  if (sound < 1.0) {
    float ring = clamp(1.5 * ratio - abs(out_of - mix(lamp, pixels - 1.5, sound)), 0.0, 1.0) * (1.0 - sound);
    colour = mix(colour, ink, ring);
  }
  colour *= sight;
}`,
};
