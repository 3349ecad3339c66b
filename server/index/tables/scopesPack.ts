import { type ContentPack, ContentPackWriter } from "../segment/contentPack.ts";
import type { LayerView } from "../view/LayerView.ts";

/** The names that files define, as `encodeScopes` writes them. */
export interface ScopesReader {
  /** Null for a file that was not parsed. */
  readonly bytes: (file: number) => Buffer | null;
}

/** Collects the scopes of files in the order of their numbers. A file that was not parsed has no bytes. */
export class ScopesWriter {
  readonly #pack = new ContentPackWriter();
  #files = 0;

  add(file: number, bytes: Uint8Array): void {
    this.#fill(file);
    // The writer keeps what it gets until a block is full, and bytes of a pack are a view.
    this.#pack.add(Uint8Array.from(bytes));
    this.#files++;
  }

  finish(files: number): Buffer {
    this.#fill(files);
    return this.#pack.finish();
  }

  #fill(files: number): void {
    for (; this.#files < files; this.#files++) this.#pack.add(NOTHING);
  }
}

const NOTHING = new Uint8Array(0);

/** The scopes of the files of one layer. */
export class ScopesPack implements ScopesReader {
  readonly #pack: ContentPack | undefined;

  /** @param packs one, as a reader of parts opens it */
  constructor(packs: readonly ContentPack[]) {
    [this.#pack] = packs;
  }

  bytes(file: number): Buffer | null {
    const bytes = this.#pack?.bytes(file);
    return bytes && bytes.length > 0 ? bytes : null;
  }
}

/** The scopes of several layers, by the files of a view. */
export class LayeredScopes implements ScopesReader {
  readonly #layers: readonly ScopesReader[];
  readonly #view: LayerView;

  constructor(layers: readonly ScopesReader[], view: LayerView) {
    this.#layers = layers;
    this.#view = view;
  }

  bytes(file: number): Buffer | null {
    const { layer, local } = this.#view.locate(file);
    return this.#layers[layer]?.bytes(local) ?? null;
  }
}
