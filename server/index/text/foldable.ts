import { normalizeProse } from "./normalizeText.ts";

let foldable: RegExp | null = null;
/** Between and behind these are scripts that have no plain letters in them. */
const WITH_PLAIN = [
  [0x80, 0x3400],
  [0xf900, 0xfe00],
  [0xfe10, 0xfff0],
] as const;

/**
 * True where folding a text as prose can bring plain letters that were not there: `é`, `İ`, `ﬁ`, marks behind letters, but not dashes,
 * quotation marks and pictures, which many texts have.
 */
export function hasFoldable(text: string): boolean {
  if (!foldable) {
    // Half of each bold letter beyond the first plane. One plain class: with classes of Unicode's own a text takes ten times as long.
    let letters = "\ud835";
    for (const [from, to] of WITH_PLAIN) {
      for (let unit = from; unit < to; unit++) {
        const letter = String.fromCharCode(unit);
        if (/\p{M}/u.test(letter) || /[ -~]/.test(normalizeProse(letter))) letters += letter;
      }
    }
    foldable = new RegExp(`[${letters}]`);
  }
  return foldable.test(text);
}
