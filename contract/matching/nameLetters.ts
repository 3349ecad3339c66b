/** Names as bytes: without accents, with a mask of the letters that occur, in lower case and with the beginnings of their words. */

const encoder = new TextEncoder();
const MARKS = /\p{M}+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Without accents, the dotted and the dotless i as one; the case of ASCII letters stays, as it marks beginnings of words. */
export function plainName(name: string): string {
  if (!BEYOND_ASCII.test(name)) return name;
  const plain = name.replaceAll("ı", "i").replaceAll("İ", "I").normalize("NFKD").replaceAll(MARKS, "");
  return BEYOND_ASCII.test(plain) ? plain.replaceAll(/[^\p{ASCII}]+/gu, (part) => part.toLowerCase()) : plain;
}

/** The letters of a name as bytes, as `TypedName` takes them. */
export const nameLetters = (name: string): Uint8Array => encoder.encode(plainName(name));

/** The class of bytes that are no letters and no digits. */
export const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
/** The class of each byte; what is not ASCII counts as a lower case letter. */
export const CLASS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 128 || (code >= 97 && code <= 122)) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
});
/** The lower case letter of each byte. */
export const FOLD = Uint8Array.from({ length: 256 }, (_, code) => (CLASS[code] === UPPER ? code + 32 : code));
const bitOf = (code: number): number => {
  if (code >= 128) return 1 << 31;
  const kind = CLASS[code];
  if (kind === SEPARATOR) return 0;
  return kind === DIGIT ? 1 << (26 + (code % 5)) : 1 << ((FOLD[code] ?? 97) - 97);
};
const BITS = Int32Array.from({ length: 256 }, (_, code) => bitOf(code));

/** A bit for each letter that occurs: a name that lacks a typed letter is rejected without being read. */
export function letterMask(letters: Uint8Array, from: number, to: number): number {
  let mask = 0;
  for (let at = from; at < to; at++) mask |= BITS[letters[at] ?? 0] ?? 0;
  return mask;
}

/** Longer names are cut: a path in Git may have 4096 bytes, and no user types that much. */
export const MAX_LETTERS = 512;

/** The name that `readName` read last: without separators, in lower case. There is one, so that a comparison allocates nothing. */
export const nameBuffer = {
  letters: new Uint8Array(MAX_LETTERS),
  starts: new Uint8Array(MAX_LETTERS),
  /** Where the next word begins. */
  nextStart: new Int16Array(MAX_LETTERS + 1),
  length: 0,
};

/** Reads the bytes from `from` to before `to` into the buffer. */
export function readName(letters: Uint8Array, from: number, to: number): void {
  let length = 0;
  let before = SEPARATOR;
  for (let at = from; at < to && length < MAX_LETTERS; at++) {
    const code = letters[at] ?? 0;
    const kind = CLASS[code] ?? SEPARATOR;
    if (kind !== SEPARATOR) {
      const isStart =
        before === SEPARATOR ||
        (kind === UPPER && (before !== UPPER || (at + 1 < to && CLASS[letters[at + 1] ?? 0] === LOWER))) ||
        (kind === DIGIT && before !== DIGIT);
      nameBuffer.letters[length] = FOLD[code] ?? code;
      nameBuffer.starts[length] = isStart ? 1 : 0;
      length++;
    }
    before = kind;
  }
  nameBuffer.length = length;
}

/** Notes where the next word begins after each letter of the name. */
export function findNextStarts(): void {
  let next = nameBuffer.length;
  for (let at = nameBuffer.length - 1; at >= 0; at--) {
    nameBuffer.nextStart[at] = next;
    if (nameBuffer.starts[at] === 1) next = at;
  }
}
