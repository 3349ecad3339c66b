import type { Blobs } from "../blobs/blobs.ts";
import type { CodeLayer, CodePart } from "../manifest.ts";
import { type LayerView, RunList } from "../view/LayerView.ts";

/** Layers without those of which nothing is left, and the view of the rest as a blob. */
export async function storeView(
  layers: readonly CodeLayer[],
  view: LayerView,
  blobs: Pick<Blobs, "put">,
): Promise<Pick<CodePart, "layers" | "view">> {
  const live = layers.flatMap((layer, at) => (view.liveIn(at) > 0 ? [{ layer, at }] : []));
  // A part has at least one layer.
  const [only = layers[0] && { layer: layers[0], at: 0 }] = live;
  if (live.length <= 1 && only && view.documents === only.layer.files && view.runs.length <= 1)
    return { layers: [only.layer], view: null };
  const used = live.length > 0 ? live : only ? [only] : [];
  const numbers = new Map(used.map(({ at }, number) => [at, number]));
  const runs = new RunList();
  for (const { layer, from, count } of view.runs) runs.add(numbers.get(layer) ?? 0, from, count);
  const bytes = runs.view().write(used.map(({ layer }) => layer.table));
  return { layers: used.map(({ layer }) => layer), view: await blobs.put(bytes) };
}
