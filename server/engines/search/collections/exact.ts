import { ABBREVIATED_HASH } from "../../../../contract/shortHash.ts";
import type { SearchResult } from "../../../../contract/search.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { MAX_TOKEN_LENGTH, scanTokens, termsOf } from "../../../index/text/tokenize.ts";
import type { DocumentRef } from "./collection.ts";

/** A thing that the query names by its identity. */
export interface ExactHit {
  readonly kind: SearchResult["kind"];
  readonly place: DocumentRef;
  readonly exact: NonNullable<SearchResult["exact"]>;
  /** For a symbol, the line of its definition. */
  readonly line: number | null;
}

const MAX_PER_KIND = 10;

/** Things whose key, hash, path, file name or symbol name is `text`, in that order; several words may spell one name. */
export function exactHits(index: OpenedIndex, text: string): ExactHit[] {
  const wanted = text.trim();
  if (wanted === "" || wanted.length > 400) return [];
  if (/\s/.test(wanted)) return byWords(index, wanted);
  const [named, others] = bySpelling(index, wanted.toLowerCase());
  return [
    ...byKey(index, wanted),
    ...byHash(index, wanted),
    ...byPath(index, wanted),
    ...named,
    ...bySymbol(index, wanted),
    ...others,
  ];
}

function byKey(index: OpenedIndex, wanted: string): ExactHit[] {
  if (!/^([#!]?\d{1,9}|gh-\d{1,9}|[a-z][a-z\d_]{0,30}-\d{1,9})$/i.test(wanted)) return [];
  const hits = (kind: "issue" | "request", documents: readonly number[] = []): ExactHit[] =>
    documents
      .slice(0, MAX_PER_KIND)
      .map((document) => ({ kind, place: { member: 0, document }, exact: "key", line: null }));
  return [
    ...hits("issue", index.issues?.table.withKey(wanted)),
    ...hits("request", index.requests?.table.withKey(wanted)),
  ];
}

function byHash(index: OpenedIndex, wanted: string): ExactHit[] {
  if (!ABBREVIATED_HASH.test(wanted)) return [];
  return index.commits.flatMap(({ table }, member) =>
    table
      .withHash(wanted, MAX_PER_KIND)
      .map((document): ExactHit => ({ kind: "commit", place: { member, document }, exact: "hash", line: null })),
  );
}

function byPath(index: OpenedIndex, wanted: string): ExactHit[] {
  const path = wanted.replace(/:\d+(:\d+)?$/, "");
  const line = /:(\d+)(?::\d+)?$/.exec(wanted)?.[1];
  // Each word of a file's name is a term of the files, so most indexes need no list of names.
  const tokens: string[] = [];
  scanTokens(path.slice(path.lastIndexOf("/") + 1), (token) => tokens.push(termsOf(token).whole));
  const mayBe = tokens.every(
    (whole) => whole === "" || index.codeGroup.members.some(({ segment }) => segment.find(whole) >= 0),
  );
  if (!mayBe) return [];
  return index.code.flatMap(({ files }, member) => {
    const whole = files.find(path.replace(/^\.?\//, ""));
    const found = whole >= 0 ? [whole] : files.endingWith(path);
    return found.slice(0, MAX_PER_KIND).map((document): ExactHit => ({
      kind: "code",
      place: { member, document },
      exact: path.includes("/") ? "path" : "file",
      line: line === undefined ? null : Math.max(1, Number(line)),
    }));
  });
}

/**
 * Files whose name without its ending is spelled so: those of code, then the entry files of packages of this name; and apart from them the
 * files of other kinds.
 */
function bySpelling(index: OpenedIndex, letters: string): [named: ExactHit[], others: ExactHit[]] {
  if (!/^[\p{L}\p{N}_$-]{2,}$/u.test(letters)) return [[], []];
  const hit = (member: number, document: number): ExactHit => ({
    kind: "code",
    place: { member, document },
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

const MAX_NAME_WORDS = 5;

/** `segment writer` names segmentWriter.ts, segment_writer.py, segment-writer.js, SegmentWriter and segment_writer(). */
function byWords(index: OpenedIndex, wanted: string): ExactHit[] {
  const words = wanted.toLowerCase().split(/\s+/);
  if (words.length > MAX_NAME_WORDS || words.some((word) => !/^[\p{L}\p{N}_$.]+$/u.test(word))) return [];
  const [named, others] = bySpelling(index, words.join(""));
  const symbols = [words.join(""), words.join("_")].flatMap((name) => bySymbol(index, name));
  return [...named, ...others, ...symbols];
}

function bySymbol(index: OpenedIndex, wanted: string): ExactHit[] {
  const name = wanted.replace(/\(\)?$/, "");
  const last = name.split(/[.#]|::/).at(-1) ?? "";
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(last)) return [];
  const container = name.split(/[.#]|::/).at(-2);
  // The name of a symbol is a term of the names as a whole: one look-up instead of a search in the table by comparing texts.
  const { whole } = termsOf(last.replace(/[?!]$/, ""));
  if (
    whole !== "" &&
    last.length <= MAX_TOKEN_LENGTH &&
    index.symbolGroup.members.every(({ segment }) => segment.find(whole) < 0)
  )
    return [];
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
        place: { member, document: symbol },
        exact: "symbol",
        line: null,
      })),
  );
}
