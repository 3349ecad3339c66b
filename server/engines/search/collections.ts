import type { SearchResult } from "../../../contract/search.ts";
import { type OpenedIndex, messageOf, textOfFile, textOfIssue } from "../../index/indexStore.ts";
import type { SegmentGroup } from "../../index/segmentGroup.ts";

/** A document of a collection: which member of its group, and its number there. */
export interface Place {
  readonly member: number;
  readonly document: number;
}

export type FacetName = "repository" | "language" | "folder" | "author" | "state" | "label";
/** What the results are narrowed to: any of the values of each; an empty list narrows nothing. */
export type Filters = Readonly<Record<FacetName | "path", readonly string[]>>;

/** One kind of thing that is searched: where its documents are, what they can be narrowed by, and how a hit is shown. */
export interface Collection {
  readonly kind: SearchResult["kind"];
  readonly group: SegmentGroup;
  /** How much a good hit of this kind counts beside the others. */
  readonly prior: number;
  /** Values of a document for the facets that this kind has. */
  readonly facets: (place: Place) => Partial<Record<FacetName, readonly string[]>>;
  /** The path that the path filter is matched against, or null. */
  readonly path: (place: Place) => string | null;
  /** The whole text, for phrases and snippets. */
  readonly text: (place: Place) => string;
  /** A factor for what the document is. */
  readonly standing: (place: Place) => number;
  readonly present: (place: Place) => Omit<SearchResult, "line" | "snippet" | "score" | "exact">;
}

const iso = (milliseconds: number): string | null =>
  Number.isFinite(milliseconds) && milliseconds > 0 ? new Date(milliseconds).toISOString() : null;

/** The collections of an opened index; one that holds nothing is left out. */
export function collectionsOf(index: OpenedIndex): Collection[] {
  return [codeCollection(index), ...(index.issues ? [issueCollection(index)] : []), commitCollection(index)].filter(
    ({ group }) => group.documents > 0,
  );
}

function codeCollection(index: OpenedIndex): Collection {
  const pathOf = ({ member, document }: Place): string => index.code[member]?.files.path(document) ?? "";
  return {
    kind: "code",
    group: index.codeGroup,
    prior: 1,
    facets: (place) => {
      const code = index.code[place.member];
      const language = code?.files.language(place.document) ?? "";
      return {
        repository: code ? [code.part.source] : [],
        language: language === "" ? [] : [language],
        folder: [topFolder(pathOf(place))],
      };
    },
    path: pathOf,
    text: ({ member, document }) => {
      const code = index.code[member];
      return code ? textOfFile(code, document) : "";
    },
    standing: ({ member, document }) => {
      const kind = index.code[member]?.files.kind(document);
      if (kind === "generated" || kind === "vendored" || kind === "data") return 0.5;
      return kind === "test" || kind === "config" ? 0.8 : kind === "docs" || kind === "example" ? 0.9 : 1;
    },
    present: (place) => {
      const code = index.code[place.member];
      const path = pathOf(place);
      return {
        kind: "code",
        id: `${code?.part.source ?? ""}:${path}`.slice(0, 200),
        title: path.slice(path.lastIndexOf("/") + 1),
        path,
        url: null,
        source: code?.part.source ?? null,
        language: code?.files.language(place.document) || null,
        state: null,
        author: null,
        updated_at: null,
      };
    },
  };
}

function issueCollection(index: OpenedIndex): Collection {
  const table = index.issues?.table;
  return {
    kind: "issue",
    group: index.issueGroup,
    prior: 0.95,
    facets: ({ document }) => {
      const row = table?.row(document);
      return row
        ? { state: [row.state], author: row.author ? [row.author] : [], label: row.labels, repository: [row.source] }
        : {};
    },
    path: () => null,
    text: ({ document }) =>
      index.issues ? `${index.issues.table.title(document)}\n${textOfIssue(index.issues, document)}` : "",
    standing: ({ document }) => (table?.state(document) === "open" ? 1 : 0.95),
    present: ({ document }) => {
      const row = table?.row(document);
      return {
        kind: "issue",
        id: row?.id ?? "",
        title: row ? `${row.key} ${row.title}`.trim() : "",
        path: null,
        url: row?.url ?? null,
        source: row?.source ?? null,
        language: null,
        state: row?.state ?? null,
        author: row?.author ?? null,
        updated_at: row ? iso(row.updatedAt) : null,
      };
    },
  };
}

function commitCollection(index: OpenedIndex): Collection {
  return {
    kind: "commit",
    group: index.commitGroup,
    prior: 0.7,
    facets: ({ member, document }) => {
      const commits = index.commits[member];
      return commits ? { author: [commits.table.author(document).name], repository: [commits.part.source] } : {};
    },
    path: () => null,
    text: ({ member, document }) => {
      const commits = index.commits[member];
      return commits ? messageOf(commits, document) : "";
    },
    standing: ({ member, document }) => (index.commits[member]?.table.isMerge(document) ? 0.7 : 1),
    present: ({ member, document }) => {
      const commits = index.commits[member];
      const hash = commits?.table.hash(document) ?? "";
      return {
        kind: "commit",
        id: `${commits?.part.source ?? ""}:${hash}`,
        title: commits?.table.subject(document) ?? "",
        path: null,
        url: null,
        source: commits?.part.source ?? null,
        language: null,
        state: null,
        author: commits?.table.author(document).name ?? null,
        updated_at: iso((commits?.table.times[document] ?? 0) * 1000),
      };
    },
  };
}

/** The first folder of a path, or `/` for a file at the top. */
export function topFolder(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? "/" : path.slice(0, slash + 1);
}

/** Whether a document passes the filters; a filter that its kind does not know excludes it. */
export function passes(collection: Collection, place: Place, filters: Filters): boolean {
  if (filters.path.length > 0) {
    const path = collection.path(place);
    if (path === null || !filters.path.some((wanted) => path.includes(wanted))) return false;
  }
  const values = collection.facets(place);
  for (const name of ["repository", "language", "folder", "author", "state", "label"] as const) {
    const wanted = filters[name];
    if (wanted.length > 0 && !wanted.some((value) => values[name]?.includes(value))) return false;
  }
  return true;
}
