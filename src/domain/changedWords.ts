/** A part of a line: offsets in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface ChangedWords {
  readonly before: readonly TextRange[];
  readonly after: readonly TextRange[];
}

const NOTHING: ChangedWords = { before: [], after: [] };
/** Words of one line that are compared: the time grows with the product. */
const MAX_WORDS = 300;
/** Share of the shorter line's letters that both have; below it the lines are two different ones, and marks would be noise. */
const MIN_COMMON = 0.4;

interface Word extends TextRange {
  readonly text: string;
}

const splitWords = (line: string): Word[] =>
  Array.from(line.matchAll(/[\p{L}\p{N}_]+|\s+|[^]/gu), ({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }));

/** The words of a removed line that the line in its place does not have, and the other way round; none where the lines differ as a whole. */
export function changedWords(before: string, after: string): ChangedWords {
  const [old, fresh] = [splitWords(before), splitWords(after)];
  if (before === after || old.length > MAX_WORDS || fresh.length > MAX_WORDS) return NOTHING;
  const unchanged = commonWords(old, fresh);
  const letters = (words: readonly Word[]): number =>
    words.reduce((sum, { text }) => sum + (text.trim() === "" ? 0 : text.length), 0);
  const common = letters(old.filter((_, at) => unchanged.before.has(at)));
  if (common === 0 || common < MIN_COMMON * Math.min(letters(old), letters(fresh))) return NOTHING;
  return { before: toRanges(old, unchanged.before), after: toRanges(fresh, unchanged.after) };
}

/** The longest common subsequence, as places in both lists. */
function commonWords(
  old: readonly Word[],
  fresh: readonly Word[],
): { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> } {
  const width = fresh.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row]?.text === fresh[column]?.text
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const before = new Set<number>();
  const after = new Set<number>();
  for (let row = 0, column = 0; row < old.length && column < fresh.length;) {
    if (old[row]?.text === fresh[column]?.text) {
      before.add(row++);
      after.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return { before, after };
}

function toRanges(words: readonly Word[], unchanged: ReadonlySet<number>): TextRange[] {
  const ranges: { from: number; to: number }[] = [];
  words.forEach(({ from, to }, at) => {
    if (unchanged.has(at)) return;
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  });
  return ranges;
}
