import { REPORT_WORDS, STOP_WORDS } from "../../index/stopWords.ts";
import { foldProse } from "../../index/fold.ts";
import type { QueryTerm } from "../../index/segmentGroup.ts";
import { scanTokens, splitIdentifier, stem, termsOf } from "../../index/tokenize.ts";
import { type Frame, findFrames } from "./frames.ts";

/** A name of code that the text uses, and how surely it is one (0 to 1). */
export interface NamedIdentifier {
  /** As written. */
  readonly text: string;
  /** As the index keeps it. */
  readonly whole: string;
  readonly certainty: number;
  /** True for several words in one, such as `readFile` and `read_file`. */
  readonly isCompound: boolean;
}

/** What an issue's text says, taken apart once and read by every feature. */
export interface Question {
  /** Terms of title and body together, with weights; at most `MOST_TERMS`. */
  readonly terms: readonly QueryTerm[];
  readonly titleTerms: readonly QueryTerm[];
  /** The word that stands in the text for each term. */
  readonly words: ReadonlyMap<string, string>;
  readonly identifiers: readonly NamedIdentifier[];
  /** Paths and file names of the text, also the dotted names of modules, in reading order. */
  readonly paths: readonly string[];
  /** Places of stack traces, the most telling one first. */
  readonly frames: readonly Frame[];
  /** The report is about documentation or tests themselves: then such files are not pushed down as far. */
  readonly isAboutDocs: boolean;
  readonly isAboutTests: boolean;
}

const MOST_TERMS = 220;
const LONGEST_TEXT = 60_000;
/** The title says the same in fewer words: each counts as if it were said this often more. */
const TITLE_TIMES = 2;

/** Takes an issue's text apart. Template comments, pictures and the hosts of links are left out. */
export function readQuestion(title: string, body: string): Question {
  const text = cleaned(body.slice(0, LONGEST_TEXT));
  const cleanTitle = cleaned(title.slice(0, 2000));
  const words = new Map<string, string>();
  const titleCounts = countTerms(cleanTitle, words);
  const counts = countTerms(text, words);
  for (const [term, count] of titleCounts) counts.set(term, (counts.get(term) ?? 0) + count * TITLE_TIMES);
  const terms = [...counts]
    .map(([term, count]) => ({ term, weight: 1 + Math.log(count) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_TERMS);
  return {
    terms,
    titleTerms: [...titleCounts].map(([term]) => ({ term, weight: 1 })),
    words,
    identifiers: findIdentifiers(cleanTitle, text),
    paths: findPaths(`${cleanTitle}\n${text}`),
    frames: findFrames(text),
    isAboutDocs: /\b(docs?|documentation|docstrings?|readme|typo|tutorial|changelog|spelling)\b/i.test(cleanTitle),
    isAboutTests: /\b(tests?|flaky|test suite|coverage|fixtures?)\b/i.test(cleanTitle),
  };
}

function cleaned(text: string): string {
  return (
    text
      .replaceAll(/<!--[\s\S]*?-->/g, " ")
      .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/g, " ")
      .replaceAll(/<img[^>\n]{0,500}>/gi, " ")
      // Of a link to a file of a code host the path inside the repository is worth keeping, of any other link nothing is.
      .replaceAll(/https?:\/\/[^\s)>\]"']+\/(?:blob|tree|src)\/[^/\s]+\/([^\s)>\]"'#?]+)[^\s)>\]"']*/g, " $1 ")
      .replaceAll(/https?:\/\/[^\s)>\]"']+/g, " ")
      .replaceAll(/^[ \t]{0,20}- \[[ x]\].*$/gim, " ")
  );
}

/** Stems with their counts; stop words and what every report says are left out. */
function countTerms(text: string, words: Map<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  scanTokens(text, (token) => {
    for (const part of splitIdentifier(token)) {
      const folded = foldProse(part);
      if (folded.length < 2 || STOP_WORDS.has(folded) || REPORT_WORDS.has(folded)) continue;
      if (/^\d+$/.test(folded) && folded.length < 3) continue;
      const term = stem(folded);
      counts.set(term, (counts.get(term) ?? 0) + 1);
      if (!words.has(term)) words.set(term, part);
    }
  });
  return counts;
}

const FENCE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;

function findIdentifiers(title: string, body: string): NamedIdentifier[] {
  const found = new Map<string, NamedIdentifier>();
  const add = (text: string, certainty: number): void => {
    const { whole, stems } = termsOf(text);
    if (whole.length < 3 || /^\d/.test(whole) || STOP_WORDS.has(whole) || REPORT_WORDS.has(whole)) return;
    const known = found.get(whole);
    if (known && known.certainty >= certainty) return;
    found.set(whole, {
      text: known?.text ?? text,
      whole,
      certainty,
      isCompound: stems.length > 1 || /[_\d]/.test(whole),
    });
  };
  const prose = body.replaceAll(FENCE, " ");
  for (const [text, boost] of [
    [title, 1],
    [prose, 0.85],
  ] as const) {
    for (const [, code = ""] of text.matchAll(/`([^`\n]{2,200})`/g))
      scanTokens(code, (token) => {
        add(token, boost);
      });
    for (const [, name = ""] of text.matchAll(/\b([A-Za-z_$][\w$]{2,60})\(/g)) add(name, boost);
    for (const [dotted] of text.matchAll(/\b[A-Za-z_]\w{1,60}(?:(?:\.|::|#)[A-Za-z_]\w{1,60}){1,6}\b/g)) {
      scanTokens(dotted, (token) => {
        add(token, boost * 0.8);
      });
    }
    scanTokens(text, (token) => {
      if (/[a-z\d][A-Z]|\w_\w|[A-Z]{2,}[a-z]/.test(token)) add(token, boost * 0.9);
      else if (/^[A-Z][a-z]{3,}$/.test(token) || /^[A-Z]{3,}$/.test(token)) add(token, boost * 0.35);
    });
  }
  // Inside code every name counts a little: most of a reproduction is the reporter's own.
  for (const [block] of body.matchAll(FENCE))
    scanTokens(block, (token) => {
      add(token, token.length > 4 ? 0.4 : 0.2);
    });
  return [...found.values()].sort((a, b) => b.certainty - a.certainty).slice(0, 80);
}

const EXTENSIONS =
  "py|pyi|pyx|js|mjs|cjs|jsx|ts|mts|cts|tsx|vue|svelte|go|rs|java|kt|kts|scala|swift|rb|php|cs|c|cc|cpp|cxx|h|hh|hpp|m|mm|sh|css|scss|less|html|json|ya?ml|toml|xml|md|rst|sql|proto|ex|exs|lua|tf|gradle";
const PATH = new RegExp(`(?<![\\w/.-])(?:[\\w@.~+-]{1,80}[/\\\\]){0,20}[\\w@.+-]{1,100}\\.(?:${EXTENSIONS})\\b`, "g");

function findPaths(text: string): string[] {
  const paths = new Set<string>();
  for (const [path] of text.matchAll(PATH)) paths.add(path.replaceAll("\\", "/"));
  for (const [path] of text.matchAll(/(?<![\w/.])(?:[\w@.-]{2,60}\/){1,12}[\w@.-]{2,60}\b/g)) paths.add(path);
  for (const [dotted] of text.matchAll(/\b[a-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){1,7}\b/g)) paths.add(dotted);
  return [...paths].slice(0, 100);
}
