/** Alters inputs. All chance comes from one seed, so that a run can be repeated. */

export interface Chance {
  /** A whole number from 0 to `end`, which is not included. */
  below(end: number): number;
  pick<T>(values: readonly T[]): T;
}

/** The generator mulberry32: 32 bits of state are enough for repeatable tests. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, pick: (values) => values[below(values.length)] as (typeof values)[number] };
}

export interface Material {
  /** Another input of the corpus. */
  readonly other: Uint8Array;
  readonly words: readonly string[];
  /** What the code compared while it read this input, without success. */
  readonly compared: readonly (readonly [string | number, string | number])[];
  readonly longest: number;
}

/** Names that every object has, and what marks or ends texts elsewhere. */
const HOSTILE = [
  "constructor",
  "__proto__",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "\u0000",
  "\u2028",
  "\\ud800",
  "ı",
];

/** Mostly a word of the code. */
export const anyWord = (words: readonly string[], chance: Chance): string =>
  words.length === 0 || chance.below(8) === 0 ? chance.pick(HOSTILE) : chance.pick(words);

type Change = (input: Buffer, chance: Chance, material: Material) => Buffer;

/** A copy with the bytes from `at` on replaced. */
const splice = (input: Buffer, at: number, removed: number, added: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, at), added, input.subarray(Math.min(input.length, at + removed))]);

const EDGY = [0, 1, 9, 10, 13, 32, 34, 47, 60, 62, 92, 127, 128, 192, 255] as const;
const NUMBERS = ["0", "-1", "1e309", "4294967296", "9007199254740993", "0.5", "99999999999999999999"] as const;

const CHANGES: readonly Change[] = [
  (input, chance) => {
    const copy = Buffer.from(input);
    const at = chance.below(copy.length);
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << chance.below(8));
    return copy;
  },
  (input, chance) => {
    const copy = Buffer.from(input);
    const at = chance.below(copy.length);
    if (at < copy.length) copy[at] = chance.below(2) === 0 ? chance.pick(EDGY) : chance.below(256);
    return copy;
  },
  (input, chance) => splice(input, chance.below(input.length + 1), 0, Buffer.of(chance.below(256))),
  (input, chance) => splice(input, chance.below(input.length), 1 + chance.below(Math.min(32, input.length)), EMPTY),
  // A piece again, at another place or many times.
  (input, chance) => {
    const from = chance.below(input.length);
    const piece = input.subarray(from, from + 1 + chance.below(24));
    const times = chance.below(8) === 0 ? 1 + chance.below(64) : 1;
    return splice(input, chance.below(input.length + 1), 0, Buffer.concat(Array.from({ length: times }, () => piece)));
  },
  // A word of the code, inserted at a position or replacing bytes there.
  (input, chance, { words }) => {
    const word = Buffer.from(anyWord(words, chance));
    return splice(input, chance.below(input.length + 1), chance.below(2) === 0 ? 0 : word.length, word);
  },
  (input, chance, { other }) => {
    const from = chance.below(other.length);
    const piece = other.subarray(from, from + 1 + chance.below(other.length));
    return splice(input, chance.below(input.length + 1), chance.below(2) === 0 ? 0 : piece.length, piece);
  },
  (input, chance) => {
    const numbers = [...input.toString("latin1").matchAll(/-?\d+/g)];
    if (numbers.length === 0) return input;
    const { 0: number, index } = chance.pick(numbers);
    return splice(input, index, number.length, Buffer.from(chance.pick(NUMBERS)));
  },
  meetComparison,
  meetComparison,
];
const EMPTY = Buffer.alloc(0);

/** Writes what was expected over what was found: the value that the code saw is looked for in the input. */
function meetComparison(input: Buffer, chance: Chance, { compared }: Material): Buffer {
  if (compared.length === 0) return input;
  const [left, right] = chance.pick(compared);
  const [found, wanted] = chance.below(2) === 0 ? [left, right] : [right, left];
  for (const encode of typeof found === "number" ? NUMBER_FORMS : [toText, toLatin]) {
    const [from, to] = [encode(found), encode(wanted)];
    const places = from && to && from.length > 0 ? placesOf(input, from) : [];
    if (from && to && places.length > 0) return splice(input, chance.pick(places), from.length, to);
  }
  // A value computed from the input does not occur in it.
  const added = toText(wanted);
  return added === null ? input : splice(input, chance.pick([input.length, chance.below(input.length + 1)]), 0, added);
}
const toText: Encode = (value) => Buffer.from(String(value));
const toLatin: Encode = (value) => Buffer.from(String(value), "latin1");
type Encode = (value: string | number) => Buffer | null;

const inBytes =
  (bytes: number): Encode =>
  (value) => {
    if (!Number.isInteger(value) || Number(value) < 0 || Number(value) >= 2 ** (8 * bytes)) return null;
    const encoded = Buffer.alloc(bytes);
    encoded.writeUIntLE(Number(value), 0, bytes);
    return encoded;
  };
const NUMBER_FORMS: readonly Encode[] = [inBytes(4), inBytes(1), toText, inBytes(2)];

function placesOf(input: Buffer, piece: Buffer): number[] {
  const places: number[] = [];
  for (let at = input.indexOf(piece); at >= 0 && places.length < 64; at = input.indexOf(piece, at + 1)) places.push(at);
  return places;
}

/** A few changes of bytes, one on top of the other. */
export function mutate(input: Uint8Array, chance: Chance, material: Material): Buffer {
  let changed: Buffer = Buffer.from(input);
  const changes = 1 << chance.below(4);
  for (let change = 0; change < changes; change += 1) {
    changed = chance.pick(CHANGES)(changed, chance, material);
    if (changed.length > material.longest) changed = changed.subarray(0, material.longest);
  }
  return changed;
}
