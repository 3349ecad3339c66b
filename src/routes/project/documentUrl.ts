import type { DocumentAddress } from "../../services/documents.ts";
import { type DocumentPlace, hrefTo } from "../paths.ts";

/** State of the explorer in the address; the lines are in its hash. */
export interface DocumentState {
  /** Null: no source is selected. */
  readonly source: string | null;
  /** Empty: the source's root. */
  readonly path: string;
  readonly revision: string | null;
  /** How a page is shown; null: by its default. */
  readonly view: "rendered" | "source" | null;
}

export function readDocument(params: URLSearchParams): DocumentState {
  const view = params.get("view");
  return {
    source: params.get("source"),
    path: (params.get("path") ?? "").replaceAll(/^\/+|\/+$/g, ""),
    revision: params.get("revision"),
    view: view === "source" || view === "rendered" ? view : null,
  };
}

/** Address of a document, optionally of its source view. */
export function documentHref(slug: string, place: DocumentPlace, view: DocumentState["view"] = null): string {
  const href = hrefTo.document(slug, place);
  if (view === null) return href;
  const [page = "", hash] = href.split("#");
  return `${page}&view=${view}${hash === undefined ? "" : `#${hash}`}`;
}

/** Key of an entry of the tree. */
export const placeKey = ({ source, path }: DocumentAddress): string => `${source}\n${path}`;

/** The ancestors of a path, the topmost first; excludes the source itself. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Resolves a relative address on the page `from`: the path and the part after `#`. Null for one that leaves the source. */
export function resolveRelative(from: string, href: string): { path: string; hash: string } | null {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return null;
  const [target = "", hash = ""] = href.split("#");
  const bare = target.split("?")[0] ?? "";
  let decoded: string;
  try {
    decoded = decodeURIComponent(bare);
  } catch {
    return null; // an invalid percent-encoding
  }
  const names = decoded.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const name of decoded.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return { path: names.join("/"), hash };
}
