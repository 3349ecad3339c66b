import { useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { DiffView } from "../../components/commits/DiffSummary.tsx";

const KEYS = { layout: "layout", whitespace: "whitespace", parent: "parent" } as const;

/** How a difference is shown, by the address: `?layout=split&whitespace=ignore&parent=2`. Earlier links have `view=split`. */
export function readDiffView(search: URLSearchParams): DiffView {
  const parent = Number(search.get(KEYS.parent));
  return {
    layout: (search.get(KEYS.layout) ?? search.get("view")) === "split" ? "split" : "unified",
    ignoresWhitespace: search.get(KEYS.whitespace) === "ignore",
    parent: Number.isInteger(parent) && parent > 0 && parent <= 64 ? parent : 1,
  };
}

/** The parameters with another view; what is the default is not written. */
function withDiffView(search: URLSearchParams, view: DiffView): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of Object.values(KEYS)) next.delete(key);
  if (next.get("view") === "split") next.delete("view");
  if (view.layout === "split") next.set(KEYS.layout, "split");
  if (view.ignoresWhitespace) next.set(KEYS.whitespace, "ignore");
  if (view.parent > 1) next.set(KEYS.parent, String(view.parent));
  return next;
}

/**
 * How a difference is shown. A choice applies at once, and the address follows: a second choice may come before the navigation of the first
 * has ended. A link or a step Back ends what is pending.
 */
export function useDiffView(): [view: DiffView, change: (view: DiffView) => void] {
  const { key } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [pending, setPending] = useState<{ readonly from: string; readonly search: URLSearchParams } | null>(null);
  const shown = pending?.from === key ? pending.search : search;
  const change = (view: DiffView): void => {
    const next = withDiffView(shown, view);
    setPending({ from: key, search: next });
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return [readDiffView(shown), change];
}
