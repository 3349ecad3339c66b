/** Texts by the order in which they came. */
export class StringInterner {
  readonly strings: string[] = [];
  readonly #places = new Map<string, number>();

  /** The place of a text, which it gets when it comes for the first time. */
  intern(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.strings.length;
      this.strings.push(text);
      this.#places.set(text, place);
    }
    return place;
  }
}
