import { ThreadRoom } from "./listBounds.ts";

/** Reads the lists of one discussion within the bounds of a thread, and remembers whether one of them was cut. */
export class DiscussionBounds {
  readonly #room = new ThreadRoom();

  /** To be called for each page that is followed by another one; false: stop reading. */
  begin(): (items: number, characters: number) => boolean {
    return this.#room.begin("");
  }

  get isCut(): boolean {
    return this.#room.cut.length > 0;
  }
}
