import { LRUCache } from "lru-cache";
import { ISSUE_FACETS } from "../../../../contract/query/issueFacets.ts";
import { nearestOf } from "../../../../contract/matching/editDistance.ts";
import { type FilterName, LANGUAGE_ALIASES, readMoment } from "../../../../contract/query/searchFilters.ts";
import { readPeriod } from "../../../../contract/query/searchPeriod.ts";
import type { FilterNode } from "../../../../contract/query/queryNodes.ts";
import { normalizeProse } from "../../../index/text/normalizeText.ts";
import { refsIn } from "../../../index/refs.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { compileGlob } from "../../../index/text/globPattern.ts";
import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import type { Collection } from "../collections/collection.ts";
import { type FacetColumn, type FacetColumns, NO_VALUE } from "../collections/facetColumns.ts";
import type { LiveColumn, LiveColumns } from "./liveColumns.ts";
import type { SearchRequest } from "../query/searchRequest.ts";
import { memoize, once } from "../../../memoize.ts";

/** What a filter needs in addition to the documents. */
export interface FilterContext {
  /** Names of the sources by id. */
  readonly sourceNames: ReadonlyMap<string, string>;
  /** The branch or tag that is searched; null: the default branches. */
  readonly ref: string | null;
  /** Branches and tags that could be. */
  readonly refs: readonly string[];
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly live?: LiveColumns;
}

/** What the filters of a request need; without names of sources, those of the index. */
export const filterContextOf = (
  index: OpenedIndex,
  { sourceNames, nowMs, live }: Pick<SearchRequest, "sourceNames" | "nowMs" | "live">,
): FilterContext => {
  const names = once(() => sourceNames ?? new Map(index.code.map(({ part }) => [part.source, part.name])));
  const refs = once(() => refsIn(index.manifest).map(({ name }) => name));
  // Made when a filter asks: most queries over thousands of indexes have none.
  return {
    get sourceNames() {
      return names();
    },
    ref: index.manifest.openedRef ?? null,
    get refs() {
      return refs();
    },
    nowMs: nowMs ?? Date.now(),
    ...(live && { live }),
  };
};

/** Whether a document of a collection passes. */
export type DocumentPredicate = (member: number, document: number) => boolean;

/** Who passes one filter; a filter that the kind does not know lets none pass. */
export function filterPredicate(collection: Collection, filter: FilterNode, context: FilterContext): DocumentPredicate {
  const { name, value } = filter;
  switch (name) {
    case "kind": {
      const isKind = value === collection.kind;
      return () => isKind;
    }
    case "repo":
      return columnPredicate(collection.facets().repository, (id) => {
        const source = context.sourceNames.get(id);
        return id === value || (source !== undefined && fits(value, source));
      });
    case "ref": {
      // Which files are searched was decided when the index was opened.
      const isOpened = value === context.ref;
      return () => isOpened;
    }
    case "path":
      return pathPredicate(collection, value);
    case "lang": {
      const target = (LANGUAGE_ALIASES.get(value.toLowerCase()) ?? value).toLowerCase();
      return columnPredicate(collection.facets().language, (language) => language.toLowerCase() === target);
    }
    case "author":
      return columnPredicate(collection.facets().author, authorPredicate(collection.facets().author, value));
    case "reviewer":
      return columnPredicate(collection.facets().reviewer, authorPredicate(collection.facets().reviewer, value));
    case "merged": {
      const { mergedAt } = collection;
      if (!mergedAt) return () => false;
      if (value === "yes" || value === "no") return (_, document) => (mergedAt(document) === null) === (value === "no");
      const period = readPeriod(value, context.nowMs);
      return (_, document) => {
        const at = mergedAt(document);
        return at !== null && period !== null && at >= period.from && at < period.to;
      };
    }
    case "assignee":
    case "mark":
      return livePredicate(collection, context.live?.[name], filter);
    case "state":
      return columnPredicate(collection.facets().state, (state) => state === value);
    case "is":
      if (value === "bot") return collection.isByBot ?? (() => false);
      return value === "open" || value === "closed" || value === "merged"
        ? columnPredicate(collection.facets().state, (state) => state === value)
        : (member, document) => collection.documentClass(member, document) === value;
    case "after":
    case "before": {
      const moment = readMoment(value, context.nowMs) ?? 0;
      return (member, document) => {
        const time = collection.time(member, document);
        return time > 0 && (name === "after" ? time >= moment : time < moment);
      };
    }
    default:
      return wholeNamePredicate(collection, name, value);
  }
}

/** What the rows of now say of an item. The name of a mark is whole, as that of a label; `assignee:none` passes those without one. */
function livePredicate(
  { itemKey, kind }: Collection,
  column: LiveColumn | undefined,
  { name, value }: FilterNode,
): DocumentPredicate {
  if (!itemKey || !column) return () => false;
  if (name === "assignee" && kind === "document") return () => false;
  if (name === "assignee" && value.toLowerCase() === "none")
    return (member, document) => !column.has(itemKey(member, document));
  const fitsName = nameTest(value, name === "mark");
  const isAddress = value.includes("@");
  const passing = new Set(
    [...column].flatMap(([key, values]) =>
      values.some(({ names, addresses }) => names.some(fitsName) || (isAddress && addresses.some(fitsName))) ? key : [],
    ),
  );
  return (member, document) => passing.has(itemKey(member, document));
}

/** Labels, and what trackers say of an issue: the whole name. */
function wholeNamePredicate(
  collection: Collection,
  name: "label" | (typeof ISSUE_FACETS)[number],
  value: string,
): DocumentPredicate {
  const facets = collection.facets();
  return columnPredicate(name === "status" ? facets.statusOrState : facets[name], nameTestOf(value));
}

/** The columns with the values of filters that take any text. */
const NAMED_COLUMNS: Partial<Record<FilterName, keyof FacetColumns>> = {
  lang: "language",
  author: "author",
  label: "label",
  repo: "repository",
  ...(Object.fromEntries(ISSUE_FACETS.map((name) => [name, name])) as Partial<Record<FilterName, keyof FacetColumns>>),
  status: "statusOrState",
};

/** The suggestion for a filter value that no document has; null when the value exists, or none is similar. */
export function nearestValue(
  { name, value }: FilterNode,
  collections: readonly Collection[],
  { sourceNames, refs, ref }: FilterContext,
): { readonly isKnown: boolean; readonly nearest: string | null } {
  if (name === "ref") {
    const isKnown = value === ref && collections.some(({ kind, group }) => kind === "code" && group.documents > 0);
    return { isKnown, nearest: isKnown ? null : nearestOf(value, refs, value.length < 5 ? 1 : 2) };
  }
  const facet = NAMED_COLUMNS[name];
  if (facet === undefined || value.includes("*")) return { isKnown: true, nearest: null };
  const values = new Set<string>();
  for (const { facets } of collections) for (const pathCache of facets()[facet]?.values ?? []) values.add(pathCache);
  const hasAuthor = ({ author }: FacetColumns): boolean => author?.values.some(authorPredicate(author, value)) === true;
  const isReviewer = ({ reviewer }: FacetColumns): boolean =>
    reviewer?.values.some(authorPredicate(reviewer, value)) === true;
  if (name === "reviewer") return { isKnown: collections.some(({ facets }) => isReviewer(facets())), nearest: null };
  if (name === "author" && collections.some(({ facets }) => hasAuthor(facets())))
    return { isKnown: true, nearest: null };
  const names = [...values].map((id) => (name === "repo" ? (sourceNames.get(id) ?? id) : id));
  const target = name === "lang" ? (LANGUAGE_ALIASES.get(value.toLowerCase()) ?? value) : value;
  if (values.has(value) || names.some((candidate) => fits(target, candidate, name !== "repo" && name !== "author")))
    return { isKnown: true, nearest: null };
  const near = nearestOf(target, names, target.length < 5 ? 1 : 2);
  return { isKnown: false, nearest: near };
}

/** Names are compared as prose: any case, accents aside. Without a star a part is enough, unless `isFull`. */
const fits = (target: string, name: string, isFull = false): boolean => nameTest(target, isFull)(normalizeProse(name));

/** The whole name, of a value of a column. */
const nameTestOf = (target: string): ((name: string) => boolean) => {
  const test = nameTest(target, true);
  return (name) => test(normalizeProse(name));
};

/** The same for names that are folded already. */
export function nameTest(target: string, isFull = false): (folded: string) => boolean {
  const pattern = normalizeProse(target);
  // A slash in a name is no folder.
  if (pattern.includes("*")) return globOf(pattern.replaceAll(/\*+/g, "**"));
  return isFull ? (folded) => folded === pattern : (folded) => folded.includes(pattern);
}

/**
 * Whether the value matches a person: any of their names and logins, the local part of their addresses, or a whole address when the value has
 * an `@` too.
 */
function authorPredicate(
  column: FacetColumn | undefined,
  value: string,
): (author: string, position: number) => boolean {
  const fitsOne = nameTest(value);
  const isAddress = value.includes("@");
  return (_, position) => {
    const { names = [], addresses = [] } = column?.knownNames?.[position] ?? {};
    return names.some(fitsOne) || (isAddress && addresses.some(fitsOne));
  };
}

/** `*` matches anything but a slash, `**` anything, `?` one character. */
function globOf(glob: string): (text: string) => boolean {
  return compileGlob({ source: glob.slice(0, 300), end: "whole", style: "query" });
}

const UNTESTED = 0;
const PASSES = 1;
const FAILS = 2;

/**
 * Results of the last path filters for each tested file, by the filter's value: each key press repeats a query's filters, and one file
 * has many symbols.
 */
const testedPaths = memoize(
  (_group: MultiSegmentReader) => new LRUCache<string, Uint8Array[]>({ max: MAX_CACHED_FILTERS }),
);
const MAX_CACHED_FILTERS = 16;

function pathPredicate({ files }: Collection, value: string): DocumentPredicate {
  if (!files) return () => false;
  const filters = testedPaths(files.group);
  const columns = filters.get(value) ?? files.group.members.map(({ segment }) => new Uint8Array(segment.documents));
  filters.set(value, columns);
  const { path, containing } = files;
  const hasPath = pathTest(value);
  return (member, document) => {
    const fileMember = containing === null ? member : (containing.members[member] ?? -1);
    const file = containing === null ? document : (containing.files[member]?.[document] ?? 0);
    const column = columns[fileMember];
    if (!column) return false;
    if (column[file] === UNTESTED) column[file] = hasPath(path(fileMember, file)) ? PASSES : FAILS;
    return column[file] === PASSES;
  };
}

/** Paths are compared in lower case, unless the value has a capital. A star anchors: to the whole path if there is a slash, else to the name. */
function pathTest(value: string): (path: string) => boolean {
  const isExact = /\p{Lu}/u.test(value);
  const pattern = value.replace(/^\.?\//, "");
  const glob = /[*?]/.test(pattern) ? globOf(isExact ? pattern : pattern.toLowerCase()) : null;
  const part = isExact ? pattern : pattern.toLowerCase();
  return (path) => {
    const text = isExact ? path : path.toLowerCase();
    if (!glob) return text.includes(part);
    return glob(pattern.includes("/") ? text : text.slice(text.lastIndexOf("/") + 1));
  };
}

/** Passes documents with any value that passes: the values are tested once, not once per document. */
export function columnPredicate(
  column: FacetColumn | undefined,
  passes: (value: string, position: number) => boolean,
): DocumentPredicate {
  if (!column) return () => false;
  const { ids, starts } = column;
  const good = Uint8Array.from(column.values, (value, position) => Number(passes(value, position)));
  if (!starts) return (member, document) => good[ids[member]?.[document] ?? NO_VALUE] === 1;
  return (member, document) => {
    const to = starts[member]?.[document + 1] ?? 0;
    for (let at = starts[member]?.[document] ?? 0; at < to; at++)
      if (good[ids[member]?.[at] ?? NO_VALUE] === 1) return true;
    return false;
  };
}
