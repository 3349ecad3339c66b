/** Texts by the order in which they came. */
export class Names {
  readonly list: string[] = [];
  readonly #places = new Map<string, number>();

  /** The place of a text, which it gets when it comes for the first time. */
  place(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.list.length;
      this.list.push(text);
      this.#places.set(text, place);
    }
    return place;
  }
}
