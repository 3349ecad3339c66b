/** Texts by the order in which they came. */
export class StringInterner {
  readonly strings: string[] = [];
  readonly #places = new Map<string, number>();

  /** The place of a text, which it gets when it comes for the first time. */
  intern(text: string): number {
    let position = this.#places.get(text);
    if (position === undefined) {
      position = this.strings.length;
      this.strings.push(text);
      this.#places.set(text, position);
    }
    return position;
  }
}
