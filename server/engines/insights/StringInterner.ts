/** Texts by the order in which they came. */
export class StringInterner {
  readonly strings: string[] = [];
  readonly #positions = new Map<string, number>();

  /** The position of a text, which it gets when it comes for the first time. */
  intern(text: string): number {
    let position = this.#positions.get(text);
    if (position === undefined) {
      position = this.strings.length;
      this.strings.push(text);
      this.#positions.set(text, position);
    }
    return position;
  }
}
