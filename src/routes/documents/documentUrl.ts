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

/** How an address names each wiki, by its id: by its name where no other wiki of the project has it. */
export type WikiAddresses = ReadonlyMap<string, string>;

export function wikiAddresses(sources: readonly Pick<LinkedSource, "kind" | "id" | "name">[]): WikiAddresses {
  const wikis = sources.filter(({ kind }) => kind === "wiki");
  const isShared = (name: string): boolean => name === "" || wikis.filter((one) => one.name === name).length > 1;
  return new Map(wikis.map(({ id, name }) => [id, isShared(name) ? id : name]));
}

/** `source` is an id, also where the address has the name of a wiki. */
export function readDocument(params: URLSearchParams, wikis: WikiAddresses): DocumentState {
  const view = params.get("view");
  const named = params.get("source");
  const [id] = [...wikis].find(([, address]) => address === named) ?? [];
  return {
    source: id ?? named,
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
export function entryHref(slug: string, wikis: WikiAddresses, { source, path }: DocumentAddress): string {
  const wiki = wikis.get(source);
  return wiki === undefined ? hrefTo.codeAt(slug, { source, path }) : hrefTo.document(slug, { source: wiki, path });
}

/**
 * What replaces an address of the documents: the code page of a file, and the name of a wiki for its id; null for any other address.
 */
export function canonicalHref(
  slug: string,
  sources: readonly Pick<LinkedSource, "kind" | "id" | "name">[],
  { search, hash }: { readonly search: string; readonly hash: string },
): string | null {
  const params = new URLSearchParams(search);
  const wikis = wikiAddresses(sources);
  const wiki = wikis.get(params.get("source") ?? "");
  if (wiki !== undefined && wiki !== params.get("source")) {
    params.set("source", wiki);
    return `${hrefTo.document(slug)}?${params}${hash}`;
  }
  const { source, path, view } = readDocument(params, wikis);
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
