import type { RequiredGrams, TextFilterReader } from "../segment/textFilters.ts";
import type { LayerView } from "../view/LayerView.ts";

/** The text filters of several layers, by the documents of a view. */
export class LayeredFilters implements TextFilterReader {
  readonly documents: number;
  readonly byteLength: number;
  readonly #layers: readonly TextFilterReader[];
  readonly #view: LayerView;

  constructor(layers: readonly TextFilterReader[], view: LayerView) {
    this.#layers = layers;
    this.#view = view;
    this.documents = view.documents;
    this.byteLength = layers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  canHave(document: number, required: RequiredGrams, isCut: boolean): boolean {
    const { layer, local } = this.#view.locate(document);
    return this.#layers[layer]?.canHave(local, required, isCut) ?? true;
  }

  bytesOf(document: number): Buffer {
    const { layer, local } = this.#view.locate(document);
    return this.#layers[layer]?.bytesOf(local) ?? Buffer.alloc(0);
  }
}
