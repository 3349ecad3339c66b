import type { LinkedSource } from "../../domain/linkedSources.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import { type DocumentPlace, hrefTo } from "../paths.ts";

/** State of the documents in the address; the lines are in its hash. */
export interface DocumentState {
  /** Null: no source is selected. */
  readonly source: string | null;
  /** Empty: the source's root. */
  readonly path: string;
  /** How a page is shown; null: by its default. */
  readonly view: "rendered" | "source" | null;
}

export function readDocument(params: URLSearchParams): DocumentState {
  const view = params.get("view");
  return {
    source: params.get("source"),
    path: (params.get("path") ?? "").replaceAll(/^\/+|\/+$/g, ""),
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

/** Where an entry of the tree opens: a page of a wiki among the documents, a file of a repository on the code page. */
export const entryHref = (slug: string, wikis: ReadonlySet<string>, { source, path }: DocumentAddress): string =>
  wikis.has(source) ? hrefTo.document(slug, { source, path }) : hrefTo.codeAt(slug, { source, path });

/** The code page of a file that an address of the documents names; null for a page of a wiki, and for an unknown source. */
export function movedFileHref(
  slug: string,
  sources: readonly Pick<LinkedSource, "kind" | "id">[],
  { search, hash }: { readonly search: string; readonly hash: string },
): string | null {
  const params = new URLSearchParams(search);
  const { source, path, view } = readDocument(params);
  if (source === null || !sources.some(({ kind, id }) => kind === "repository" && id === source)) return null;
  const revision = params.get("revision");
  return hrefTo.code(slug, { repository: source, path, revision }, { view }) + hash;
}

/** Key of an entry of the tree. */
export const placeKey = ({ source, path }: DocumentAddress): string => `${source}\n${path}`;

/** The ancestors of a path, the topmost first; excludes the source itself. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
