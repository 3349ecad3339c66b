import { millisecondsOf } from "../../../../contract/durations.ts";
import { livePageKey } from "../filters/liveColumns.ts";
import { isCut } from "../../../index/build/codeDocument.ts";
import { commitsOf, linesOfFile, type OpenedCode, type OpenedIndex, textOfFile } from "../../../index/OpenedIndex.ts";
import { currentFiles } from "../../ranking/commits.ts";
import { type Collection, EMPTY_FIELDS, COLLECTION_DEFAULTS, type Presented, iso } from "./collection.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";
import { proseFiles } from "./proseFiles.ts";
import { codeFacets, symbolFacets } from "./facetColumns.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";
import { memoize, once } from "../../../memoize.ts";

const MAX_ID_LENGTH = 200;

/** A repository and a path; where that is longer than an id may be, the file's number, which is as good within one index. */
function idOf(source: string, path: string, number: number): string {
  const id = `${source}:${path}`;
  return id.length <= MAX_ID_LENGTH ? id : `${source}:${number}`;
}

/** Which files are in the segment with their heads alone. */
const cutFiles = memoize(({ files }: OpenedCode) =>
  Uint8Array.from({ length: files.length }, (_, file) => Number(isCut(files.kind(file), files.sizes[file] ?? 0))),
);

/** Milliseconds since 1970 at which each file was last changed by a commit of the history; 0 where none is known. */
const fileTimes = memoize((index: OpenedIndex): readonly Float64Array[] =>
  index.code.map((code) => {
    const column = new Float64Array(code.files.length);
    const commits = commitsOf(index, code.part.source);
    if (!commits) return column;
    const filesOf = currentFiles(code, commits);
    const { table } = commits;
    for (let commit = table.length - 1; commit >= 0; commit--) {
      if (table.isMerge(commit)) continue;
      for (const path of table.changes(commit)) {
        const file = filesOf[path] ?? -1;
        if (file >= 0) column[file] = millisecondsOf(table.times[commit] ?? 0);
      }
    }
    return column;
  }),
);

/** What files and their symbols have in common. */
function filesOf(index: OpenedIndex): Omit<Collection, "kind" | "belongs" | "prior" | "present"> {
  const pathOf = ({ member, document }: DocumentRef): string => index.code[member]?.files.path(document) ?? "";
  let times: readonly Float64Array[] | null = null;
  return {
    ...COLLECTION_DEFAULTS,
    group: index.codeGroup,
    filters: index.code.map(({ filters }) => filters),
    facets: once(() => codeFacets(index)),
    path: pathOf,
    files: { group: index.codeGroup, path: (member, document) => pathOf({ member, document }), containing: null },
    text: ({ member, document }) => {
      const code = index.code[member];
      return code ? textOfFile(code, document) : "";
    },
    lines: ({ member, document }, { start, end }) => {
      const code = index.code[member];
      return code ? linesOfFile(code, document, start, end) : "";
    },
    boost: (member, document) => {
      const kind = index.code[member]?.files.kind(document);
      if (kind === "generated" || kind === "vendored" || kind === "data") return SEARCH_WEIGHTS.derivedFile.weight;
      if (kind === "test" || kind === "config") return SEARCH_WEIGHTS.testFile.weight;
      return kind === "docs" || kind === "example" ? SEARCH_WEIGHTS.docsFile.weight : 1;
    },
    documentClass: (member, document) => index.code[member]?.files.kind(document) ?? "",
    time: (member, document) => (times ??= fileTimes(index))[member]?.[document] ?? 0,
    cut: index.code.map(cutFiles),
  };
}

function presentFile(index: OpenedIndex, documentRef: DocumentRef): Omit<Presented, "kind"> {
  const code = index.code[documentRef.member];
  const path = code?.files.path(documentRef.document) ?? "";
  return {
    ...EMPTY_FIELDS,
    id: idOf(code?.part.source ?? "", path, documentRef.document),
    title: path.slice(path.lastIndexOf("/") + 1),
    path,
    source: code?.part.source ?? null,
    // The file as it is on that branch; the pages of documents show the default branch otherwise.
    hash: index.manifest.openedRef === undefined ? null : (code?.part.commit ?? null),
    language: code?.files.language(documentRef.document) || null,
    updated_at: iso(fileTimes(index)[documentRef.member]?.[documentRef.document] ?? 0),
  };
}

/** Files of repositories except prose. */
export function codeCollection(index: OpenedIndex): Collection {
  return {
    ...filesOf(index),
    kind: "code",
    prior: SEARCH_WEIGHTS.code.weight,
    membership: index.code.map((code) => proseFiles(code).code),
    present: (documentRef) => ({ ...presentFile(index, documentRef), kind: "code" }),
  };
}

/** Markdown and other prose of repositories. */
export function documentCollection(index: OpenedIndex): Collection {
  return {
    ...filesOf(index),
    kind: "document",
    prior: SEARCH_WEIGHTS.document.weight,
    membership: index.code.map((code) => proseFiles(code).prose),
    itemKey: (member, document) => {
      const code = index.code[member];
      return code ? livePageKey(code.part.source, code.files.path(document)) : "";
    },
    boost: (member, document) =>
      index.code[member]?.files.kind(document) === "docs" ? 1 : SEARCH_WEIGHTS.notDocsFile.weight,
    present: (documentRef) => ({ ...presentFile(index, documentRef), kind: "document" }),
  };
}

const NO_FILES = new Uint32Array(0);

/** Definitions by their names. Member `i` is `codeWithSymbols[i]`, a document is a row of its symbol table. */
export function symbolCollection(index: OpenedIndex): Collection {
  const members = index.codeWithSymbols.map((code) => index.code.indexOf(code));
  const fileColumns = index.codeWithSymbols.map(({ symbols }) => symbols?.table.files ?? NO_FILES);
  const fileOf = ({ member, document }: DocumentRef): DocumentRef => ({
    member: members[member] ?? -1,
    document: fileColumns[member]?.[document] ?? 0,
  });
  const files = filesOf(index);
  const ofFile =
    <T>(read: (member: number, document: number) => T) =>
    (member: number, document: number): T =>
      read(members[member] ?? -1, fileColumns[member]?.[document] ?? 0);
  const textOf = ({ member, document }: DocumentRef): string => {
    const row = index.codeWithSymbols[member]?.symbols?.table.row(document);
    return row ? `${row.container}\n${row.name}` : "";
  };
  return {
    ...files,
    kind: "symbol",
    group: index.symbolGroup,
    prior: SEARCH_WEIGHTS.symbol.weight,
    membership: null,
    isName: true,
    facets: once(() => symbolFacets(index)),
    path: (documentRef) => files.path(fileOf(documentRef)),
    files: files.files && { ...files.files, containing: { members, files: fileColumns } },
    filters: null,
    text: textOf,
    lines: (documentRef, range) => files.lines(fileOf(documentRef), range),
    line: ({ member, document }) => index.codeWithSymbols[member]?.symbols?.table.start(document) ?? 1,
    boost: ofFile(files.boost),
    documentClass: ofFile(files.documentClass),
    time: ofFile(files.time),
    cut: null,
    present: (documentRef) => {
      const row = index.codeWithSymbols[documentRef.member]?.symbols?.table.row(documentRef.document);
      const file = presentFile(index, fileOf(documentRef));
      return {
        ...file,
        kind: "symbol",
        id: idOf(file.source ?? "", `${file.path ?? ""}#${row?.name ?? ""}:${row?.start ?? 0}`, documentRef.document),
        title: row?.name ?? "",
        symbol: row ? { kind: row.kind, container: row.container || null } : null,
      };
    },
  };
}
