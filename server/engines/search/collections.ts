import type { SearchResult } from "../../../contract/search.ts";
import { type OpenedIndex, linesOfFile, messageOf, textOfFile, textOfIssue } from "../../index/indexStore.ts";
import type { SegmentGroup } from "../../index/segmentGroup.ts";
import { type FacetColumns, codeFacets, commitFacets, issueFacets } from "./facetColumns.ts";

/** A document of a collection: which member of its group, and its number there. */
export interface Place {
  readonly member: number;
  readonly document: number;
}

/** First and last line, 1-based, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** One kind of thing that is searched: where its documents are, what they can be narrowed by, and how a hit is shown. */
export interface Collection {
  readonly kind: SearchResult["kind"];
  readonly group: SegmentGroup;
  /** How much a good hit of this kind counts beside the others. */
  readonly prior: number;
  readonly facets: FacetColumns;
  /** The path that the path filter is matched against, or null. */
  readonly path: (place: Place) => string | null;
  /** The whole text, for phrases and snippets. */
  readonly text: (place: Place) => string;
  /** Some lines of it. */
  readonly lines: (place: Place, range: LineRange) => string;
  /** A factor for what the document is. */
  readonly standing: (member: number, document: number) => number;
  readonly present: (place: Place) => Omit<SearchResult, "line" | "snippet" | "score" | "exact">;
}

const iso = (milliseconds: number): string | null =>
  Number.isFinite(milliseconds) && milliseconds > 0 ? new Date(milliseconds).toISOString() : null;

const LONGEST_ID = 200;

/** A repository and a path; where that is longer than an id may be, the file's number, which is as good within one index. */
function idOf(source: string, path: string, { document }: Place): string {
  const id = `${source}:${path}`;
  return id.length <= LONGEST_ID ? id : `${source}:${document}`;
}

const known = new WeakMap<OpenedIndex, readonly Collection[]>();

/** The collections of an opened index; one that holds nothing is left out. */
export function collectionsOf(index: OpenedIndex): readonly Collection[] {
  let collections = known.get(index);
  if (!collections) {
    collections = [codeCollection(index), issueCollection(index), commitCollection(index)].filter(
      ({ group }) => group.documents > 0,
    );
    known.set(index, collections);
  }
  return collections;
}

function codeCollection(index: OpenedIndex): Collection {
  const pathOf = ({ member, document }: Place): string => index.code[member]?.files.path(document) ?? "";
  return {
    kind: "code",
    group: index.codeGroup,
    prior: 1,
    facets: codeFacets(index),
    path: pathOf,
    text: ({ member, document }) => {
      const code = index.code[member];
      return code ? textOfFile(code, document) : "";
    },
    lines: ({ member, document }, { start, end }) => {
      const code = index.code[member];
      return code ? linesOfFile(code, document, start, end) : "";
    },
    standing: (member, document) => {
      const kind = index.code[member]?.files.kind(document);
      if (kind === "generated" || kind === "vendored" || kind === "data") return 0.5;
      return kind === "test" || kind === "config" ? 0.65 : kind === "docs" || kind === "example" ? 0.75 : 1;
    },
    present: (place) => {
      const code = index.code[place.member];
      const path = pathOf(place);
      return {
        kind: "code",
        id: idOf(code?.part.source ?? "", path, place),
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
  const { issues } = index;
  return {
    kind: "issue",
    group: index.issueGroup,
    prior: 0.95,
    facets: issueFacets(index),
    path: () => null,
    text: ({ document }) => (issues ? `${issues.table.title(document)}\n${textOfIssue(issues, document)}` : ""),
    lines: () => "",
    standing: (_, document) => (issues?.table.state(document) === "open" ? 1 : 0.95),
    present: ({ document }) => {
      const row = issues?.table.row(document);
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
    facets: commitFacets(index),
    path: () => null,
    text: ({ member, document }) => {
      const commits = index.commits[member];
      return commits ? messageOf(commits, document) : "";
    },
    lines: () => "",
    standing: (member, document) => (index.commits[member]?.table.isMerge(document) ? 0.7 : 1),
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
