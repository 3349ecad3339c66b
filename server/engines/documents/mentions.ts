import { escapePattern } from "../../../contract/query/escapePattern.ts";
import type { MENTION_KINDS } from "../../../contract/documents/documents.ts";
import type { OpenedCode } from "../../index/OpenedIndex.ts";
import type { SegmentReader } from "../../index/segment/segment.ts";
import { normalizeIdentifier } from "../../index/text/normalizeText.ts";
import { termsOfText } from "../../index/text/tokenize.ts";
import { lastPartOf } from "./documentPath.ts";
import { MENTION_POINTS } from "./documentWeights.ts";

export type MentionKind = (typeof MENTION_KINDS)[number];

export interface Mention {
  readonly kind: MentionKind;
  readonly text: string;
}

/** What texts may call a document by. */
export interface DocumentAliases {
  readonly path: string;
  readonly name: string;
  /** Names of several words that it alone defines. */
  readonly symbols: readonly string[];
  /** Names of a wiki page, which has no path that people write. */
  readonly page?: PageAliases;
}
interface PageAliases {
  /** Null where it is a word that any text may have. */
  readonly title: string | null;
  /** The page's number at the host when it is part of the URL. */
  readonly number: string | null;
  readonly isLinkedFrom: (text: string) => boolean;
}

/** Names that occur in many folders point at none of them. */
const COMMON_NAME =
  /^(?:__init__|index|main|mod|lib|setup|conf|config|utils?|types?|test|readme|package|conftest|license|changelog|makefile|dockerfile)(?:\.\w+)?$/i;
const COMPOUND = /[a-z\d][A-Z]|\w_\w/;
const MAX_SYMBOLS = 40;

/** `symbols` come from the index; a page or folder has none. */
export function aliasesOf(path: string, code: OpenedCode | null, file: number): DocumentAliases {
  const symbols = new Set<string>();
  if (code?.symbols && file >= 0 && code.files.kind(file) !== "docs") {
    const { table } = code.symbols;
    const { from, to } = table.ofFile(file);
    for (let symbol = from; symbol < to && symbols.size < MAX_SYMBOLS; symbol++) {
      const name = table.name(symbol);
      if (name.length < 5 || !COMPOUND.test(name)) continue;
      const definers = new Set(table.named(name, 20).map((other) => table.row(other).file));
      if (definers.size === 1) symbols.add(name);
    }
  }
  return { path, name: lastPartOf(path), symbols: [...symbols] };
}

/** A title of one word is just a word. */
const DISTINCTIVE_TITLE = /\S\s+\S/;
const MIN_TITLE_LENGTH = 8;

/** A wiki's page: texts name it by its title, or link to it. */
export function titleAliases(title: string, url: string, isLinkedFrom: (text: string) => boolean): DocumentAliases {
  const isDistinctive = title.length >= MIN_TITLE_LENGTH && DISTINCTIVE_TITLE.test(title);
  const [, number = null] = /\/pages\/(\d{4,})(?:\/|$)/.exec(url) ?? [];
  return { path: "", name: title, symbols: [], page: { title: isDistinctive ? title : null, number, isLinkedFrom } };
}

/** Looks for mentions in one text; the strongest first. */
export function mentionReader({ path, name, symbols, page }: DocumentAliases): (text: string) => Mention[] {
  if (page) return pageReader(page);
  const isCommon = COMMON_NAME.test(name) || !name.includes(".");
  const byPath = path.includes("/")
    ? new RegExp(`(?<![\\w./-])(?:[\\w.-]+/){0,6}${escapePattern(path)}(?![\\w-])`, "i")
    : null;
  const byName = isCommon ? null : new RegExp(`(?<![\\w.-])${escapePattern(name)}(?![\\w-])`, "i");
  const bySymbol = symbols.map((symbol) => ({
    symbol,
    pattern: new RegExp(`(?<![\\w$])${escapePattern(symbol)}(?![\\w$])`),
  }));
  return (text) => {
    const mentions: Mention[] = [];
    if (byPath?.test(text)) mentions.push({ kind: "path", text: path });
    else if (byName?.test(text)) mentions.push({ kind: "name", text: name });
    for (const { symbol, pattern } of bySymbol) {
      if (mentions.length < 6 && pattern.test(text)) mentions.push({ kind: "symbol", text: symbol });
    }
    return mentions;
  };
}

function pageReader({ title, isLinkedFrom }: PageAliases): (text: string) => Mention[] {
  const words = title?.trim().split(/\s+/).map(escape).join("\\s+");
  const byTitle = words === undefined ? null : new RegExp(`(?<![\\p{L}\\d])${words}(?![\\p{L}\\d])`, "iu");
  return (text) => {
    const mentions: Mention[] = [];
    if (isLinkedFrom(text)) mentions.push({ kind: "link", text: title ?? "" });
    else if (title !== null && byTitle?.test(text)) mentions.push({ kind: "name", text: title });
    return mentions;
  };
}

/** Documents of a segment that may mention it: those that have the rarest word of its name, or one of its symbols. */
export function mayMention(
  segment: SegmentReader,
  { path, name, symbols, page }: DocumentAliases,
  maxDocuments: number,
): Set<number> {
  const result = new Set<number>();
  const add = (terms: readonly string[]): void => {
    const numbers = terms.map((term) => segment.find(term));
    if (numbers.length === 0 || numbers.some((number) => number < 0)) return;
    const rarest = numbers.reduce((a, b) => (segment.documentCount(b) < segment.documentCount(a) ? b : a));
    if (segment.documentCount(rarest) > maxDocuments) return;
    segment.eachDocument(rarest, (document) => {
      result.add(document);
    });
  };
  const wholes = (text: string) => termsOfText(text).map(({ fullTerm }) => fullTerm);
  if (page) {
    add(wholes(name));
    if (page.number !== null) add([page.number]);
    return result;
  }
  add(wholes(COMMON_NAME.test(name) || !name.includes(".") ? path : name));
  for (const symbol of symbols) add([normalizeIdentifier(symbol.replaceAll(/^[_$]+|[_$]+$/g, ""))]);
  return result;
}

export const mentionPoints = (mentions: readonly Mention[]): number =>
  mentions.reduce((sum, { kind }) => sum + MENTION_POINTS[kind], 0);
