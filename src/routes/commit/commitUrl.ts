import type { DiffView } from "../../components/commits/DiffSummary.tsx";

const KEYS = { layout: "view", whitespace: "whitespace", parent: "parent" } as const;

/** How the changes are shown, by the address: `?view=split&whitespace=ignore&parent=2`. */
export function readDiffView(search: URLSearchParams): DiffView {
  const parent = Number(search.get(KEYS.parent));
  return {
    layout: search.get(KEYS.layout) === "split" ? "split" : "unified",
    ignoresWhitespace: search.get(KEYS.whitespace) === "ignore",
    parent: Number.isInteger(parent) && parent > 0 && parent <= 64 ? parent : 1,
  };
}

/** The parameters with another view; what is the default is not written. */
export function withDiffView(search: URLSearchParams, view: DiffView): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of Object.values(KEYS)) next.delete(key);
  if (view.layout === "split") next.set(KEYS.layout, "split");
  if (view.ignoresWhitespace) next.set(KEYS.whitespace, "ignore");
  if (view.parent > 1) next.set(KEYS.parent, String(view.parent));
  return next;
}
