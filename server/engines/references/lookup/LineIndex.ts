import { partitionPoint } from "../../../index/binarySearch.ts";

/** Offsets and lines (1-based) of one text, read when they are first asked for. */
export class LineIndex {
  readonly #text: string;
  #starts: readonly number[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the first character of a line; the length of the text for a line behind its end. */
  startOf(line: number): number {
    return this.#lines()[Math.max(1, line) - 1] ?? this.#text.length;
  }

  /** The line of an offset. */
  lineOf(offset: number): number {
    const starts = this.#lines();
    return Math.max(
      1,
      partitionPoint(0, starts.length, (at) => (starts[at] ?? 0) <= offset),
    );
  }

  #lines(): readonly number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    const text = this.#text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return (this.#starts = starts);
  }
}
