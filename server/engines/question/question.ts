import { REPORT_WORDS, STOP_WORDS } from "../../index/text/stopWords.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { QueryTerm } from "../../index/segment/MultiSegmentReader.ts";
import { scanTokens, splitIdentifier, stem } from "../../index/text/tokenize.ts";
import type { RankingConstant } from "../ranking/Feature.ts";
import { type SpelledName, spelledNames } from "./spelledNames.ts";
import { type Frame, findFrames, findLinkedLines, WHOLE_FILE_LINK } from "./frames.ts";
import { type NamedIdentifier, type QualifiedName, findIdentifiers, findQualified, titleNames } from "./identifiers.ts";
import { errorMessages } from "./errorMessages.ts";
import { type SectionKind, reportSections } from "./sections.ts";

/** The parsed text of an issue, shared by all features. */
export interface Question {
  /** Terms of title and body together, with weights; at most `MAX_TERMS`. */
  readonly terms: readonly QueryTerm[];
  readonly titleTerms: readonly QueryTerm[];
  /** The word in the text for each term. */
  readonly words: ReadonlyMap<string, string>;
  readonly identifiers: readonly NamedIdentifier[];
  /** Names with the class or module in front. */
  readonly qualified: readonly QualifiedName[];
  /** Names of the title that are written as code writes them. */
  readonly titleSymbols: readonly string[];
  /** What title and body may spell as the name of a file or folder. */
  readonly titleNames: readonly SpelledName[];
  readonly bodyNames: readonly SpelledName[];
  /** Terms of the messages that a program gave. */
  readonly messageTerms: readonly QueryTerm[];
  /** Paths and file names of the text, also the dotted names of modules, in reading order. */
  readonly paths: readonly string[];
  /** Places of stack traces, the most informative one first. */
  readonly frames: readonly Frame[];
  /** The report is a trace with almost no prose: messages of a program use common words. */
  readonly isOnlyTrace: boolean;
  /** Lines that a link points at. */
  readonly linkedLines: readonly Frame[];
  /** The report is about documentation or tests themselves: then such files are not pushed down as far. */
  readonly isAboutDocs: boolean;
  readonly isAboutTests: boolean;
}

const MAX_TERMS = 220;
const MAX_MESSAGE_TERMS = 24;
/** Fewer words outside of traces are no description. */
const MIN_DESCRIPTION_TERMS = 5;
const MAX_TEXT_LENGTH = 60_000;
const SECTIONS = "ADR 0023; engines-measured.md, 2026-11-21 real reports";
/** What an occurrence of a word counts, by where it is. */
export const QUESTION_WEIGHTS = {
  title: {
    value: 2,
    about: "occurrences that a word of the title adds: the title is the report in fewer words",
    source: "chosen, not measured alone",
  },
  prose: { value: 1, about: "a word of the reporter's sentences", source: SECTIONS },
  code: { value: 0.4, about: "a word of a reproduction", source: SECTIONS },
  trace: { value: 0.15, about: "a word of a trace, most of which is calls on the way to the error", source: SECTIONS },
  environment: { value: 0.05, about: "a word of the list of versions", source: SECTIONS },
} as const satisfies Readonly<Record<SectionKind | "title", RankingConstant>>;
/** That a file is meant by a name of code, by a word, and by words in a row, which code does not spell apart. Chosen, not measured alone. */
const NAME_CERTAINTY = {
  title: { name: 1, word: 0.7, row: 0.8 },
  prose: { name: 1, word: 0.35, row: 0.45 },
  code: { name: 0.5, word: 0.2, row: 0 },
  trace: { name: 0.4, word: 0.1, row: 0 },
} as const;

/** Takes an issue's text apart. Template comments and headings, pictures and the hosts of links are left out. */
export function readQuestion(title: string, body: string): Question {
  const raw = body.slice(0, MAX_TEXT_LENGTH);
  const text = withoutMarkup(raw);
  const cleanTitle = withoutMarkup(title.slice(0, 2000));
  const sections = reportSections(text);
  const textOf = (kind: SectionKind): string =>
    sections
      .filter((section) => section.kind === kind)
      .map((section) => section.text)
      .join("\n");
  const prose = textOf("prose");
  const code = textOf("code");
  const trace = textOf("trace");
  const words = new Map<string, string>();
  const counts = new Map<string, number>();
  const titleCounts = new Map<string, number>();
  countTerms(cleanTitle, 1, titleCounts, words);
  for (const section of sections) countTerms(section.text, QUESTION_WEIGHTS[section.kind].value, counts, words);
  for (const [term, count] of titleCounts)
    counts.set(term, (counts.get(term) ?? 0) + count * QUESTION_WEIGHTS.title.value);
  const terms = [...counts]
    .map(([term, count]) => ({ term, weight: count < 1 ? count : 1 + Math.log(count) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_TERMS);
  const messageCounts = new Map<string, number>();
  for (const message of errorMessages(`${cleanTitle}\n${text}`)) countTerms(message, 1, messageCounts, words);
  // With its addresses: frames of browsers have them.
  const frames = findFrames(raw.replaceAll(COMMENT, " "));
  const isOnlyTrace =
    frames.length > 0 && descriptionTerms(`${cleanTitle}\n${prose}`, messageCounts).length < MIN_DESCRIPTION_TERMS;
  const pathText = `${cleanTitle}\n${prose}\n${code}`;
  return {
    terms,
    titleTerms: [...titleCounts].map(([term]) => ({ term, weight: 1 })),
    words,
    identifiers: findIdentifiers(cleanTitle, prose, code, frames),
    qualified: findQualified(cleanTitle, prose, code),
    titleSymbols: titleNames(cleanTitle),
    titleNames: spelledNames(cleanTitle, NAME_CERTAINTY.title),
    bodyNames: [
      ...spelledNames(prose, NAME_CERTAINTY.prose),
      ...spelledNames(code, NAME_CERTAINTY.code),
      ...spelledNames(trace, NAME_CERTAINTY.trace),
    ],
    messageTerms: [...messageCounts].slice(0, MAX_MESSAGE_TERMS).map(([term]) => ({ term, weight: 1 })),
    paths: findPaths(pathText),
    frames,
    isOnlyTrace,
    linkedLines: findLinkedLines(raw),
    isAboutDocs: /\b(docs?|documentation|docstrings?|readme|typo|tutorial|changelog|spelling)\b/i.test(cleanTitle),
    isAboutTests: /\b(tests?|flaky|test suite|coverage|fixtures?)\b/i.test(cleanTitle),
  };
}

const COMMENT = /<!--[\s\S]*?-->/g;

function withoutMarkup(text: string): string {
  return (
    text
      .replaceAll(COMMENT, " ")
      .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/g, " ")
      .replaceAll(/<img[^>\n]{0,500}>/gi, " ")
      // Of a link to a file of a code host the path inside the repository is kept; any other link is dropped.
      .replaceAll(WHOLE_FILE_LINK, " $1 ")
      .replaceAll(/https?:\/\/[^\s)>\]"']+/g, " ")
      .replaceAll(/^[ \t]{0,20}[-*] \[[ x]?\].*$/gim, " ")
  );
}

/** Adds stems with `share` for each occurrence, without stop words and the words of every report. */
function countTerms(text: string, share: number, counts: Map<string, number>, words: Map<string, string>): void {
  scanTokens(text, (token) => {
    for (const part of splitIdentifier(token)) {
      const folded = normalizeProse(part);
      if (folded.length < 2 || STOP_WORDS.has(folded) || REPORT_WORDS.has(folded)) continue;
      if (/^\d+$/.test(folded) && folded.length < 3) continue;
      const term = stem(folded);
      counts.set(term, (counts.get(term) ?? 0) + share);
      if (!words.has(term)) words.set(term, part);
    }
  });
}

/** Terms of a text without its error messages. */
function descriptionTerms(text: string, messageTerms: ReadonlyMap<string, number>): string[] {
  const counts = new Map<string, number>();
  countTerms(text, 1, counts, new Map());
  return [...counts.keys()].filter((term) => !messageTerms.has(term));
}

const EXTENSIONS =
  "py|pyi|pyx|js|mjs|cjs|jsx|ts|mts|cts|tsx|vue|svelte|go|rs|java|kt|kts|scala|swift|rb|php|cs|c|cc|cpp|cxx|h|hh|hpp|m|mm|sh|css|scss|less|html|json|ya?ml|toml|xml|md|rst|sql|proto|ex|exs|lua|tf|gradle";
const PATH = new RegExp(
  `(?<![\\w/\\\\.-])(?:[A-Za-z]:)?(?:~|\\.{1,2})?[/\\\\]?(?:[\\w@.~+-]{1,80}[/\\\\]){0,20}[\\w@.+-]{1,100}\\.(?:${EXTENSIONS})\\b`,
  "g",
);
/** Names of platforms that look like files. */
const PLATFORM = /^(?:node|vue|next|nuxt|express|react|angular|ember|backbone|require|three|d3|nest|socket)\.js$/i;

function findPaths(text: string): string[] {
  const paths = new Set<string>();
  for (const [path] of text.matchAll(PATH)) if (!PLATFORM.test(path)) paths.add(path.replaceAll("\\", "/"));
  for (const [path] of text.matchAll(/(?<![\w/.])(?:[\w@.-]{2,60}\/){1,12}[\w@.-]{2,60}\b/g)) paths.add(path);
  // The name of a file in a folder is part of its path.
  for (const [dotted] of text.matchAll(/(?<![\w/\\.-])[a-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){1,7}\b/g))
    paths.add(dotted);
  return [...paths].slice(0, 100);
}
