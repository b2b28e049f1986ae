/** The programs of the graphics card: town, shadows, trees, lights, residents. Sizes are CSS pixels, times seconds on the map's clock. */

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

/** What the town consists of: its corners rise above the ground up the screen, and are coloured by their tone. */
export const townShaders = (tones: number) => ({
  vertex: `${view}
in vec3 corner;
in vec3 paint;
uniform float rise;
uniform float night;
uniform vec4 lamp;
uniform vec4 tones[${tones}];
flat out vec3 shown;
void main() {
  gl_Position = placed(corner.xy - vec2(0.0, corner.z * rise));
  vec3 tone = tones[int(paint.x + 0.5)].rgb;
  tone = paint.y < 0.0 ? tone * (1.0 + paint.y) : mix(tone, vec3(1.0), paint.y * (1.0 - 0.8 * night));
  // Below 0: a street lamp, which is lit by night alone.
  float lit = paint.z < 0.0 ? -paint.z * night : paint.z * (0.55 + 0.45 * night);
  shown = mix(tone, lamp.rgb, lit);
}`,
  fragment: `#version 300 es
precision mediump float;
flat in vec3 shown;
out vec4 colour;
void main() {
  colour = vec4(shown, 1.0);
}`,
});

/** Shadows: the sides that look away from the sun are moved by it. */
export const shadowShaders = {
  vertex: `${view}
in vec2 foot;
in vec3 side;
uniform vec2 sun;
void main() {
  vec2 thrown = sun * side.z;
  gl_Position = placed(foot + (dot(side.xy, thrown) > 0.0 ? thrown : vec2(0.0)));
}`,
  fragment: `#version 300 es
precision mediump float;
uniform float depth;
out vec4 colour;
void main() {
  colour = vec4(0.03, 0.05, 0.14, 1.0) * depth;
}`,
};

/** Trees: round crowns, lighter to one side. */
export const treeShaders = {
  vertex: `${view}
in vec4 tree;
uniform vec4 leaf;
uniform vec4 leafDark;
uniform vec4 blossom;
flat out vec3 shown;
flat out float pixels;
void main() {
  gl_Position = placed(tree.xy - vec2(0.0, tree.z * 0.7));
  shown = tree.w > 1.5 ? blossom.rgb : mix(leaf.rgb, leafDark.rgb, tree.w);
  pixels = max(1.0, tree.z * scale * ratio);
  gl_PointSize = 2.0 * pixels + 2.0;
}`,
  fragment: `#version 300 es
precision mediump float;
flat in vec3 shown;
flat in float pixels;
out vec4 colour;
void main() {
  vec2 from = gl_PointCoord * 2.0 - 1.0;
  float shape = clamp(pixels - length(from) * (pixels + 1.0) + 0.5, 0.0, 1.0);
  float light = clamp(1.0 - length(from - vec2(-0.3, -0.35)), 0.0, 1.0);
  float bumps = 0.04 * sin(gl_PointCoord.x * 19.0) * sin(gl_PointCoord.y * 17.0);
  colour = vec4(shown * (0.78 + 0.4 * light + bumps), 1.0) * shape;
}`,
};

/** Lights by night: they are added to what lies below them. */
export const lightShaders = {
  vertex: `${view}
in vec4 light;
flat out float strength;
void main() {
  gl_Position = placed(light.xy);
  strength = light.w;
  gl_PointSize = 2.0 * light.z * scale * ratio;
}`,
  fragment: `#version 300 es
precision mediump float;
flat in float strength;
uniform vec4 lamp;
uniform float night;
out vec4 colour;
void main() {
  float away = length(gl_PointCoord * 2.0 - 1.0);
  float fade = clamp(1.0 - away, 0.0, 1.0);
  colour = vec4(lamp.rgb * fade * fade * strength * night, 0.0);
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
  gl_Position = placed(mix(walk.xy, walk.zw, share));
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
