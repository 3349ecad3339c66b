import { LANGUAGE_ALIASES, nearestOf, readDate } from "../../../contract/searchFilters.ts";
import type { FilterNode } from "../../../contract/searchQuery.ts";
import { foldProse } from "../../index/fold.ts";
import { compileGlob } from "../../index/globPattern.ts";
import type { SegmentGroup } from "../../index/segmentGroup.ts";
import type { Collection, FilesOf } from "./collection.ts";
import { type FacetColumn, NO_VALUE } from "./facetColumns.ts";

/** What a filter needs to know beside the documents. */
export interface FilterContext {
  /** Names of the sources by id. */
  readonly sourceNames: ReadonlyMap<string, string>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The documents of a collection that pass one filter, a mark for each; a filter that the kind does not know lets none pass. */
export function filterMarks(collection: Collection, filter: FilterNode, context: FilterContext): Uint8Array[] {
  const { name, value } = filter;
  switch (name) {
    case "kind":
      return all(collection, value === collection.kind);
    case "repo":
      return byColumn(collection, collection.facets.repository, (id) => {
        const source = context.sourceNames.get(id);
        return id === value || (source !== undefined && fits(value, source));
      });
    case "path":
      return byPath(collection, value);
    case "lang": {
      const wanted = (LANGUAGE_ALIASES[value.toLowerCase()] ?? value).toLowerCase();
      return byColumn(collection, collection.facets.language, (language) => language.toLowerCase() === wanted);
    }
    case "author":
      return byColumn(collection, collection.facets.author, calledBy(collection.facets.author, value));
    case "label":
      return byColumn(collection, collection.facets.label, (label) => fits(value, label, true));
    case "state":
      return byColumn(collection, collection.facets.state, (state) => state === value);
    case "is":
      return value === "open" || value === "closed"
        ? byColumn(collection, collection.facets.state, (state) => state === value)
        : each(collection, (member, document) => collection.nature(member, document) === value);
    case "after":
    case "before": {
      const moment = readDate(value, context.now) ?? 0;
      return each(collection, (member, document) => {
        const time = collection.time(member, document);
        return time > 0 && (name === "after" ? time >= moment : time < moment);
      });
    }
  }
}

/** The value that somebody who wrote a filter of no document's probably meant; null when the value is one, or nothing is near. */
export function nearestValue(
  { name, value }: FilterNode,
  collections: readonly Collection[],
  { sourceNames }: FilterContext,
): { readonly isKnown: boolean; readonly nearest: string | null } {
  const facet = ({ lang: "language", author: "author", label: "label", repo: "repository" } as const)[name as "lang"];
  if (facet === undefined || value.includes("*")) return { isKnown: true, nearest: null };
  const values = new Set<string>();
  for (const { facets } of collections) for (const known of facets[facet]?.values ?? []) values.add(known);
  const isSomebody = ({ facets: { author } }: Collection): boolean =>
    author?.values.some(calledBy(author, value)) === true;
  if (name === "author" && collections.some(isSomebody)) return { isKnown: true, nearest: null };
  const names = [...values].map((known) => (name === "repo" ? (sourceNames.get(known) ?? known) : known));
  const wanted = name === "lang" ? (LANGUAGE_ALIASES[value.toLowerCase()] ?? value) : value;
  if (values.has(value) || names.some((known) => fits(wanted, known, name === "lang" || name === "label")))
    return { isKnown: true, nearest: null };
  const near = nearestOf(wanted, names, wanted.length < 5 ? 1 : 2);
  return { isKnown: false, nearest: near };
}

/** Names are compared as prose: any case, accents aside. Without a star a part is enough, unless the `whole` is asked for. */
const fits = (wanted: string, name: string, whole = false): boolean => nameTest(wanted, whole)(foldProse(name));

/** The same for names that are folded already. */
function nameTest(wanted: string, whole = false): (folded: string) => boolean {
  const pattern = foldProse(wanted);
  if (pattern.includes("*")) return globOf(pattern);
  return whole ? (folded) => folded === pattern : (folded) => folded.includes(pattern);
}

/**
 * Whether somebody is called so: by any of their names and logins, by what stands before the `@` of their addresses, and by these as a
 * whole where the value has an `@` too.
 */
function calledBy(column: FacetColumn | undefined, value: string): (author: string, place: number) => boolean {
  const fitsOne = nameTest(value);
  const isAddress = value.includes("@");
  return (_, place) => {
    const { names = [], addresses = [] } = column?.goesBy?.[place] ?? {};
    return names.some(fitsOne) || (isAddress && addresses.some(fitsOne));
  };
}

/** `*` stands for anything but a slash, `**` for anything, `?` for one character. */
function globOf(glob: string): (text: string) => boolean {
  return compileGlob({ source: glob.slice(0, 300), end: "whole", style: "query" });
}

/** Marks of files that pass path filters of the last searches: who types a query asks for the same ones at every key. */
const known = new WeakMap<SegmentGroup, Map<string, Uint8Array[]>>();
const MOST_KNOWN = 16;

function byPath(collection: Collection, value: string): Uint8Array[] {
  const { files } = collection;
  if (!files) return all(collection, false);
  let values = known.get(files.group);
  if (!values) known.set(files.group, (values = new Map<string, Uint8Array[]>()));
  let marks = values.get(value);
  if (!marks) {
    if (values.size >= MOST_KNOWN) values.clear();
    values.set(value, (marks = filesByPath(files, value)));
  }
  const { of } = files;
  if (of === null) return marks;
  const column = marks;
  return each(collection, (member, document) => {
    const file = of({ member, document });
    return column[file.member]?.[file.document] === 1;
  });
}

/** Paths are compared in lower case, unless the value has a capital. A star anchors: to the whole path if there is a slash, else to the name. */
function filesByPath({ group, path: pathOf }: FilesOf, value: string): Uint8Array[] {
  const isExact = /\p{Lu}/u.test(value);
  const wanted = value.replace(/^\.?\//, "");
  const glob = /[*?]/.test(wanted) ? globOf(isExact ? wanted : wanted.toLowerCase()) : null;
  const part = isExact ? wanted : wanted.toLowerCase();
  return group.members.map(({ segment }, member) =>
    Uint8Array.from({ length: segment.documents }, (_, file) => {
      const path = pathOf(member, file);
      const text = isExact ? path : path.toLowerCase();
      if (!glob) return Number(text.includes(part));
      return Number(glob(wanted.includes("/") ? text : text.slice(text.lastIndexOf("/") + 1)));
    }),
  );
}

function all({ group }: Collection, passes: boolean): Uint8Array[] {
  return group.members.map(({ segment }) => new Uint8Array(segment.documents).fill(Number(passes)));
}

function each({ group }: Collection, passes: (member: number, document: number) => boolean): Uint8Array[] {
  return group.members.map(({ segment }, member) => {
    const marks = new Uint8Array(segment.documents);
    for (let document = 0; document < marks.length; document++) marks[document] = Number(passes(member, document));
    return marks;
  });
}

/** Passes documents with any value that passes: the values are looked at once, however many documents there are. */
export function byColumn(
  collection: Collection,
  column: FacetColumn | undefined,
  passes: (value: string, place: number) => boolean,
): Uint8Array[] {
  if (!column) return all(collection, false);
  const good = Uint8Array.from(column.values, (value, place) => Number(passes(value, place)));
  return collection.group.members.map(({ segment }, member) => {
    const marks = new Uint8Array(segment.documents);
    const ids = column.ids[member];
    const starts = column.starts?.[member];
    for (let document = 0; document < marks.length; document++) {
      const to = starts ? (starts[document + 1] ?? 0) : document + 1;
      for (let at = starts ? (starts[document] ?? 0) : document; at < to; at++) {
        const id = ids?.[at] ?? NO_VALUE;
        if (id !== NO_VALUE && good[id] === 1) marks[document] = 1;
      }
    }
    return marks;
  });
}
