import { ABBREVIATED_HASH } from "../../../../contract/code/shortHash.ts";
import type { SearchResult } from "../../../../contract/search/search.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { MAX_TOKEN_LENGTH, scanTokens, termsOf } from "../../../index/text/tokenize.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";

/** A thing that the query names by its identity. */
export interface ExactHit {
  readonly kind: SearchResult["kind"];
  readonly documentRef: DocumentRef;
  readonly exact: NonNullable<SearchResult["exact"]>;
  /** For a symbol, the line of its definition. */
  readonly line: number | null;
}

const MAX_PER_KIND = 10;
const MAX_NAME_WORDS = 5;

/** A symbol that a text may name. */
interface SymbolName {
  readonly name: string;
  /** The class or module that was written before it. */
  readonly container: string | undefined;
  /** The term of the names of symbols that it must be. */
  readonly fullTerm: string;
}

/** What a text may name. */
interface ExactName {
  readonly text: string;
  /** Several words spell the name of a file or a symbol, and nothing else. */
  readonly isSeveral: boolean;
  /** The text as a path, without the number of a line. */
  readonly path: string;
  readonly line: number | null;
  /** The terms that the name of a file with this path has. */
  readonly pathTerms: readonly string[];
  /** The name of a file without its ending; null where it cannot be one. */
  readonly letters: string | null;
  readonly symbols: readonly SymbolName[];
}

let last: { readonly text: string; readonly name: ExactName | null } | null = null;

/** A search over thousands of indexes asks each for the same name. */
function readName(text: string): ExactName | null {
  if (last?.text !== text) last = { text, name: parseName(text.trim()) };
  return last.name;
}

function parseName(text: string): ExactName | null {
  if (text === "" || text.length > 400) return null;
  const isSeveral = /\s/.test(text);
  const words = text.toLowerCase().split(/\s+/);
  if (isSeveral && (words.length > MAX_NAME_WORDS || words.some((word) => !/^[\p{L}\p{N}_$.]+$/u.test(word))))
    return null;
  const letters = words.join("");
  const pathTerms: string[] = [];
  const path = text.replace(/:\d+(:\d+)?$/, "");
  const line = /:(\d+)(?::\d+)?$/.exec(text)?.[1];
  scanTokens(path.slice(path.lastIndexOf("/") + 1), (token) => pathTerms.push(termsOf(token).fullTerm));
  return {
    text,
    isSeveral,
    path,
    line: line === undefined ? null : Math.max(1, Number(line)),
    pathTerms: pathTerms.filter((term) => term !== ""),
    letters: /^[\p{L}\p{N}_$-]{2,}$/u.test(letters) ? letters : null,
    symbols: (isSeveral ? [letters, words.join("_")] : [text]).flatMap((name) => symbolNameOf(name) ?? []),
  };
}

function symbolNameOf(text: string): SymbolName | null {
  const parts = text.replace(/\(\)?$/, "").split(/[.#]|::/);
  const name = parts.at(-1) ?? "";
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(name)) return null;
  const { fullTerm } = termsOf(name.replace(/[?!]$/, ""));
  return { name, container: parts.at(-2), fullTerm: name.length <= MAX_TOKEN_LENGTH ? fullTerm : "" };
}

/** Things whose key, hash, path, file name or symbol name is `text`, in that order; several words may spell one name. */
export function exactHits(index: OpenedIndex, text: string): ExactHit[] {
  const name = readName(text);
  if (name === null) return [];
  const [named, others] = bySpelling(index, name.letters);
  const symbols = name.symbols.flatMap((symbol) => bySymbol(index, symbol));
  // `segment writer` names segmentWriter.ts, segment_writer.py, segment-writer.js, SegmentWriter and segment_writer().
  if (name.isSeveral) return [...named, ...others, ...symbols];
  return [
    ...byKey(index, name.text),
    ...byHash(index, name.text),
    ...byPath(index, name),
    ...named,
    ...symbols,
    ...others,
  ];
}

function byKey(index: OpenedIndex, text: string): ExactHit[] {
  if (!/^([#!]?\d{1,9}|gh-\d{1,9}|[a-z][a-z\d_]{0,30}-\d{1,9})$/i.test(text)) return [];
  const hits = (kind: "issue" | "request", documents: readonly number[] = []): ExactHit[] =>
    documents
      .slice(0, MAX_PER_KIND)
      .map((document) => ({ kind, documentRef: { member: 0, document }, exact: "key", line: null }));
  return [...hits("issue", index.issues?.table.withKey(text)), ...hits("request", index.requests?.table.withKey(text))];
}

function byHash(index: OpenedIndex, text: string): ExactHit[] {
  if (!ABBREVIATED_HASH.test(text)) return [];
  return index.commits.flatMap(({ table }, member) =>
    table
      .withHash(text, MAX_PER_KIND)
      .map((document): ExactHit => ({ kind: "commit", documentRef: { member, document }, exact: "hash", line: null })),
  );
}

function byPath(index: OpenedIndex, { path, line, pathTerms }: ExactName): ExactHit[] {
  // Each word of a file's name is a term of the files, so most indexes need no list of names.
  if (!pathTerms.every((term) => index.codeGroup.hasTerm(term))) return [];
  return index.code.flatMap(({ files }, member) => {
    const exactFile = files.find(path.replace(/^\.?\//, ""));
    const matches = exactFile >= 0 ? [exactFile] : files.endingWith(path);
    return matches.slice(0, MAX_PER_KIND).map((document): ExactHit => ({
      kind: "code",
      documentRef: { member, document },
      exact: path.includes("/") ? "path" : "file",
      line,
    }));
  });
}

/**
 * Files whose name without its ending is spelled so: those of code, then the entry files of packages of this name; and apart from them the
 * files of other kinds.
 */
function bySpelling(index: OpenedIndex, letters: string | null): [named: ExactHit[], others: ExactHit[]] {
  if (letters === null) return [[], []];
  const hit = (member: number, document: number): ExactHit => ({
    kind: "code",
    documentRef: { member, document },
    exact: "file",
    line: null,
  });
  const named: ExactHit[] = [];
  const others: ExactHit[] = [];
  index.code.forEach(({ files }, member) => {
    const spelled = files.spelled(letters);
    const code = spelled.filter((file) => files.kind(file) === "code");
    const rest = spelled.filter((file) => files.kind(file) !== "code");
    const entries = files.entriesOf(letters);
    for (const file of [...code, ...entries].slice(0, MAX_PER_KIND)) named.push(hit(member, file));
    for (const file of rest.slice(0, MAX_PER_KIND)) others.push(hit(member, file));
  });
  return [named, others];
}

function bySymbol(index: OpenedIndex, { name: last, container, fullTerm }: SymbolName): ExactHit[] {
  // The name of a symbol is a term of the names as a whole: one look-up instead of a search in the table by comparing texts.
  if (fullTerm !== "" && !index.symbolGroup.hasTerm(fullTerm)) return [];
  return index.codeWithSymbols.flatMap(({ symbols, files }, member) =>
    // A class narrows many of one name to its own: every module of a program may have a Provision.
    (symbols?.table.named(last, container === undefined ? 100 : 5000) ?? [])
      .flatMap((symbol) => {
        const row = symbols?.table.row(symbol);
        return row ? [{ symbol, row }] : [];
      })
      .filter(({ row }) => container === undefined || row.container === container)
      // A definition in the product before one in its tests, types before functions, exact case before any.
      .map(({ symbol, row }) => ({
        symbol,
        rank: (files.kind(row.file) === "code" ? 0 : 4) + (row.name === last ? 0 : 2) + (row.kind === "method" ? 1 : 0),
      }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MAX_PER_KIND)
      .map(({ symbol }): ExactHit => ({
        kind: "symbol",
        documentRef: { member, document: symbol },
        exact: "symbol",
        line: null,
      })),
  );
}
