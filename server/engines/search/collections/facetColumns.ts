import { ISSUE_FACETS } from "../../../../contract/query/issueFacets.ts";
import type {
  OpenedCode,
  OpenedCommits,
  OpenedIndex,
  OpenedIssues,
  OpenedPages,
  OpenedRequests,
} from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";

export const FACET_NAMES = ["repository", "language", "folder", "author", "state", "label", ...ISSUE_FACETS] as const;
export type FacetName = (typeof FACET_NAMES)[number];

/**
 * The values of one facet as numbers, so that tens of thousands of hits are counted without touching a string: document `d` of
 * member `m` has the values `ids[m][starts[m][d]] … ids[m][starts[m][d + 1] - 1]`, or just `ids[m][d]` where `starts` is null.
 */
export interface FacetColumn {
  readonly values: readonly string[];
  readonly ids: readonly Uint32Array[];
  readonly starts: readonly Uint32Array[] | null;
  /** The value that all documents of a member have, by member; null where they differ. */
  readonly constants?: readonly (number | null)[];
  /** For people, who have several names: what each value goes by. */
  readonly knownNames?: readonly KnownNames[];
}

/** All names of a person, folded as prose. */
export interface KnownNames {
  /** Names, logins, and the local parts of addresses. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

export type FacetColumns = Partial<Record<FacetName, FacetColumn>> & {
  /** Whom the filter of reviewers tests; it is no facet. */
  readonly reviewer?: FacetColumn;
  /** What the filter by status tests: the status, and the state of what has none. */
  readonly statusOrState?: FacetColumn;
};

/** The number of "no value". */
export const NO_VALUE = 0xffffffff;

type ColumnPart = { values: string[]; ids: Uint32Array; starts: Uint32Array | null; isConstant?: boolean };

/** One value per document; an empty one is none. */
export function single(documents: number, valueOf: (document: number) => string): ColumnPart {
  const numbers = new Map<string, number>();
  const ids = new Uint32Array(documents);
  for (let document = 0; document < documents; document++) {
    const value = valueOf(document);
    let number = value === "" ? NO_VALUE : numbers.get(value);
    if (number === undefined) numbers.set(value, (number = numbers.size));
    ids[document] = number;
  }
  return { values: [...numbers.keys()], ids, starts: null, isConstant: numbers.size === 1 && !ids.includes(NO_VALUE) };
}

/** Any number of values per document. */
export function several(
  documents: number,
  valuesOf: (document: number) => readonly string[],
): ColumnPart & { readonly starts: Uint32Array } {
  const numbers = new Map<string, number>();
  const ids: number[] = [];
  const starts = new Uint32Array(documents + 1);
  for (let document = 0; document < documents; document++) {
    for (const value of new Set(valuesOf(document))) {
      let number = numbers.get(value);
      if (number === undefined) numbers.set(value, (number = numbers.size));
      ids.push(number);
    }
    starts[document + 1] = ids.length;
  }
  return { values: [...numbers.keys()], ids: Uint32Array.from(ids), starts };
}

/** Joins the members' own numbers into one numbering. */
function join(members: readonly ColumnPart[]): FacetColumn {
  const numbers = new Map<string, number>();
  const ids = members.map((member) => {
    const renumbered = member.values.map((value) => {
      let number = numbers.get(value);
      if (number === undefined) numbers.set(value, (number = numbers.size));
      return number;
    });
    return renumbered.every((number, index) => number === index)
      ? member.ids
      : member.ids.map((id) => (id === NO_VALUE ? NO_VALUE : (renumbered[id] ?? NO_VALUE)));
  });
  const starts = members.map((member) => member.starts);
  return {
    values: [...numbers.keys()],
    ids,
    constants: members.map(({ values: [value], isConstant }) =>
      isConstant && value !== undefined ? (numbers.get(value) ?? null) : null,
    ),
    starts: starts.every((offsets) => offsets !== null) && starts.length > 0 ? starts : null,
  };
}

// Built once per opened segment, at the first search. Authors are not included: they come from the people, who may change while the segment
// stays.
const columnsOfCode = memoize((code: OpenedCode): ColumnPart[] => [
  single(code.files.length, () => code.part.source),
  single(code.files.length, (file) => code.files.language(file)),
  single(code.files.length, (file) => topFolder(code.files.path(file))),
]);

/** Columns of the files, read at the file of each symbol. */
const columnsOfSymbols = memoize((code: OpenedCode): ColumnPart[] => {
  const { symbols } = code;
  if (!symbols) return [];
  const { table } = symbols;
  return columnsOfCode(code).map(({ values, ids, isConstant = false }) => ({
    values,
    ids: Uint32Array.from({ length: table.length }, (_, symbol) => ids[table.file(symbol)] ?? NO_VALUE),
    starts: null,
    isConstant,
  }));
});

const columnsOfCommits = memoize(({ table, part }: OpenedCommits): ColumnPart[] => [
  single(table.length, () => part.source),
]);

const columnsOfIssues = memoize(({ table }: OpenedIssues): ColumnPart[] => [
  single(table.length, (issue) => table.source(issue)),
  single(table.length, (issue) => table.state(issue)),
  several(table.length, (issue) => table.labels(issue)),
  single(table.length, (issue) => table.field(issue, "status") ?? table.state(issue)),
  ...ISSUE_FACETS.map((name) => issueColumn(table, name)),
]);

function issueColumn(table: OpenedIssues["table"], name: (typeof ISSUE_FACETS)[number]): ColumnPart {
  switch (name) {
    case "status":
      return single(table.length, (issue) => table.field(issue, "status") ?? "");
    case "type":
    case "priority":
    case "resolution":
      return single(table.length, (issue) => table.field(issue, name) ?? "");
    case "component":
      return several(table.length, (issue) => table.list(issue, "components"));
    case "milestone":
      return several(table.length, (issue) => table.list(issue, "milestones"));
    case "sprint":
      return several(table.length, (issue) => table.list(issue, "sprints"));
    case "field":
      return several(table.length, (issue) => table.list(issue, "fields"));
    case "version":
      // People who look for a version mean what occurs in it and what it brings.
      return several(table.length, (issue) => [...table.list(issue, "versions"), ...table.list(issue, "milestones")]);
  }
}

const columnsOfRequests = memoize(({ table }: OpenedRequests): ColumnPart[] => [
  single(table.length, (request) => table.source(request)),
  single(table.length, (request) => table.state(request)),
  several(table.length, (request) => table.labels(request)),
]);

const columnsOfPages = memoize(({ table }: OpenedPages): ColumnPart[] => {
  const rows = Array.from({ length: table.length }, (_, page) => table.row(page));
  return [
    single(rows.length, (page) => rows[page]?.source ?? ""),
    several(rows.length, (page) => rows[page]?.labels ?? []),
  ];
});

function column(parts: readonly (readonly ColumnPart[])[], at: number): FacetColumn {
  return join(parts.flatMap((columns) => columns[at] ?? []));
}

export function codeFacets(index: OpenedIndex): FacetColumns {
  const parts = index.code.map(columnsOfCode);
  return { repository: column(parts, 0), language: column(parts, 1), folder: column(parts, 2) };
}

export function symbolFacets(index: OpenedIndex): FacetColumns {
  const parts = index.codeWithSymbols.map(columnsOfSymbols);
  return { repository: column(parts, 0), language: column(parts, 1), folder: column(parts, 2) };
}

export function pageFacets(index: OpenedIndex): FacetColumns {
  const parts = index.pages ? [columnsOfPages(index.pages)] : [];
  return { repository: column(parts, 0), label: column(parts, 1) };
}

export function commitFacets(index: OpenedIndex): FacetColumns {
  const parts = index.commits.map(columnsOfCommits);
  return { repository: column(parts, 0) };
}

export function issueFacets(index: OpenedIndex): FacetColumns {
  const parts = index.issues ? [columnsOfIssues(index.issues)] : [];
  const issueColumns = ISSUE_FACETS.map((name, at) => [name, column(parts, 4 + at)] as const);
  return {
    ...(Object.fromEntries(issueColumns) as FacetColumns),
    repository: column(parts, 0),
    state: column(parts, 1),
    label: column(parts, 2),
    statusOrState: column(parts, 3),
  };
}

export function requestFacets(index: OpenedIndex): FacetColumns {
  const parts = index.requests ? [columnsOfRequests(index.requests)] : [];
  const state = column(parts, 1);
  return { repository: column(parts, 0), state, label: column(parts, 2), statusOrState: state };
}

/** The first folder of a path, or `/` for a file at the top. */
function topFolder(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? "/" : path.slice(0, slash + 1);
}
