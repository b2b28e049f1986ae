/**
 * What somebody looks like: features that follow from a face, which follows from the soul. Each feature is picked by a hash of its own, so
 * that two faces which share one share no other by that.
 */
import { hashOf } from '../../land/random.ts';

export const skins = [
  ...['#f7dfc8', '#f2d3b3', '#e3b58c', '#d29c6c'],
  ...['#b97a4d', '#9a6540', '#7a4d33', '#5c3a2a'],
] as const;
export const hairs = [
  ...['#2b2320', '#4a2f20', '#6e4427', '#9a6a34', '#d3a24a'],
  ...['#8d8f96', '#b0492c', '#ece5d6', '#46395e', '#2f5a57'],
] as const;
export const colours = [
  ...['#b8433a', '#2f6f8f', '#3f7a4e', '#c98a1f', '#6b4a8a', '#d06a8a'],
  ...['#40507a', '#7a5a3a', '#4f9a94', '#8a2f5a', '#e0c48a', '#5c6470'],
] as const;
const trousers = ['#2e3440', '#5a4632', '#37474f', '#4a3a4a', '#6a6a52'] as const;
const irises = ['#3b2a1e', '#2f5a8f', '#3f7a4e', '#7a5a2a', '#1b2338'] as const;

const jaws = ['round', 'long', 'square', 'heart'] as const;
const cuts = [
  ...(['short', 'parted', 'fringe', 'curly', 'long', 'bob'] as const),
  ...(['braids', 'bun', 'crest', 'tufts', 'bald', 'waves'] as const),
] as const;
const eyes = ['dots', 'wide', 'almond', 'smiling', 'large'] as const;
const brows = ['flat', 'raised', 'stern', 'thick', 'none'] as const;
const noses = ['hook', 'button', 'long', 'small'] as const;
const mouths = ['smile', 'flat', 'open', 'grin', 'aside'] as const;
const beards = [
  ...(['none', 'none', 'none', 'none', 'none'] as const),
  ...(['moustache', 'full', 'goatee', 'stubble'] as const),
] as const;
const hats = [
  ...(['none', 'none', 'none', 'none', 'none', 'none'] as const),
  ...(['brim', 'cap', 'pointed', 'beret', 'knitted', 'band', 'flowers'] as const),
] as const;
const glasses = ['none', 'none', 'none', 'none', 'round', 'square'] as const;
const marks = ['none', 'none', 'none', 'freckles', 'blush', 'mole'] as const;
const clothes = ['plain', 'collar', 'scarf', 'buttons', 'stripes', 'straps'] as const;

export interface Look {
  readonly skin: (typeof skins)[number];
  readonly hair: (typeof hairs)[number];
  readonly iris: (typeof irises)[number];
  readonly jaw: (typeof jaws)[number];
  readonly cut: (typeof cuts)[number];
  readonly eyes: (typeof eyes)[number];
  readonly brows: (typeof brows)[number];
  readonly nose: (typeof noses)[number];
  readonly mouth: (typeof mouths)[number];
  readonly beard: (typeof beards)[number];
  readonly hat: (typeof hats)[number];
  readonly hatColour: (typeof colours)[number];
  readonly glasses: (typeof glasses)[number];
  readonly mark: (typeof marks)[number];
  readonly clothes: (typeof clothes)[number];
  readonly coat: (typeof colours)[number];
  /** Of scarf, stripes and buttons. */
  readonly trim: (typeof colours)[number];
  readonly trousers: (typeof trousers)[number];
  readonly hasLongCoat: boolean;
}

/** The look of a face: the same for the same text, on every page and tomorrow. */
export function lookOf(face: string): Look {
  const picked = <Item>(part: string, all: readonly [Item, ...Item[]]): Item =>
    all[hashOf(`${part} of ${face}`) % all.length] ?? all[0];
  const coat = picked('coat', colours);
  return {
    skin: picked('skin', skins),
    hair: picked('hair', hairs),
    iris: picked('iris', irises),
    jaw: picked('jaw', jaws),
    cut: picked('cut', cuts),
    eyes: picked('eyes', eyes),
    brows: picked('brows', brows),
    nose: picked('nose', noses),
    mouth: picked('mouth', mouths),
    beard: picked('beard', beards),
    hat: picked('hat', hats),
    hatColour: picked('hat colour', colours),
    glasses: picked('glasses', glasses),
    mark: picked('mark', marks),
    clothes: picked('clothes', clothes),
    coat,
    trim: otherThan(coat, picked('trim', colours)),
    trousers: picked('trousers', trousers),
    hasLongCoat: hashOf(`length of ${face}`) % 3 === 0,
  };
}

/** What is of the coat's own colour would not be seen on it. */
const otherThan = (coat: Look['coat'], trim: Look['trim']): Look['trim'] =>
  trim === coat ? (coat === '#e0c48a' ? '#b8433a' : '#e0c48a') : trim;
