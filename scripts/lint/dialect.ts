/**
 * Finds words of a dialect that earlier code, comments and documents used in place of the standard terms. Titles of tests have a longer list:
 * a title is one sentence about behaviour, in which these words replace the exact verb. Also finds doc comments that begin with a preposition.
 *
 *     node scripts/lint/dialect.ts [folder]
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** Each with the usual replacement, for the person who meets the failure. */
export const DIALECT: Readonly<Record<string, string>> = {
  stand: "is, occurs",
  stands: "is, occurs",
  stood: "was",
  somebody: "a person, a user, a caller",
  nobody: "no user, no caller",
  anybody: "any user, any caller",
  everybody: "all users, every member, all callers",
  whoever: "the user who, callers that",
  "is told": "receives, is reported",
  "are told": "receive, are reported",
  "was told": "received, was reported",
  "be told": "be reported, be distinguished",
  "been told": "been reported",
  "has told": "has reported",
  "not told": "not reported",
  "told apart": "distinguished",
  "told by": "reported by, recognized by",
  "told of": "notified of",
  "told to": "configured to, asked to",
  "told in": "reported in",
  tells: "returns, reports, shows",
  beside: "next to, with",
  "goes on": "continues",
  "go on": "continue",
  "went on": "continued",
  "takes the place of": "replaces",
  deed: "contribution, event",
  deeds: "contributions, events",
  anew: "again",
  "by now": "since, now",
  heeded: "respected, applied",
  "asks for patience": "limits requests",
  "whether or not": "whether, also if",
  rooms: "folders, modules",
  "the house": "the project",
  "for ever": "indefinitely, without end",
  "once more": "again",
  lately: "recently",
  surely: "with certainty, how certain",
  "at hand": "available, known, current",
  "but for": "except for, except",
  altogether: "in total, entirely",
  "in vain": "without success",
  beforehand: "in advance",
  "speaks for": "is evidence for, indicates",
  "speak for": "are evidence for, indicate",
  "as good as": "almost, equal to",
  "in the meantime": "meanwhile",
  "passed over": "skipped",
  whichever: "any",
  "made again": "rebuilt, repeated",
  "so many": "this many, the number, too many",
  "called off": "cancelled",
  "calls off": "cancels",
  "what became of": "the outcome of",
  "what has become of": "the outcome of",
  "at no time": "never",
  "as whom": "with which account, for which member",
  "is looked at": "is read, is checked",
  "so often": "this often, at this interval",
  "in between": "before, meanwhile, between them",
  "of one's own": "own, self-hosted, that a team defines",
};

/** In titles of `test` and `describe` only: elsewhere these words are also names, data and standard terms. */
export const TITLE_DIALECT: Readonly<Record<string, string>> = {
  says: "reports, shows, has",
  said: "reported, shown, named",
  say: "report, show, have",
  "speaks of": "mentions",
  "speak of": "mention",
  whatever: "for any, for every",
  room: "folder, module, space",
  "of its own": "its own, separate",
};

/** Words of identifiers. Names with an underscore are left out, but for constants: they are stored or on the wire. */
export const IDENTIFIER_DIALECT: Readonly<Record<string, string>> = {
  acquitted: "passed",
  beat: "heartbeat",
  beats: "heartbeats",
  deed: "event, contribution",
  deeds: "events, contributions",
  desk: "scope",
  door: "socket, endpoint",
  hand: "manual, available",
  heard: "received",
  hear: "receive, listen",
  insist: "retry",
  keeper: "cache, store, checker",
  knower: "expert",
  knowers: "experts",
  lesson: "training case",
  lessons: "training cases",
  nobody: "none, unowned",
  odd: "malformed, suspicious",
  outbound: "egress",
  patience: "timeout, retry",
  polite: "nice, lowPriority",
  somebody: "any, has…",
  standing: "state, boost",
  sweep: "reconcile, large commit",
  sweeps: "large commits",
  swept: "reconciled",
  taught: "training, trained",
  tell: "notify, print",
  telling: "distinctive",
  tells: "notifies, prints",
  temper: "dampen",
  tidy: "clean, vacuum",
  told: "notified",
  whoever: "any caller, any user",
};

/** Words, and pairs of words, of identifiers of the app, its stories and the extension alone. */
export const APP_NAME_DIALECT: Readonly<Record<string, string>> = {
  asked: "query, requests, requested",
  wanted: "the value's name: trimmed, position, query",
  kept: "stored, unchanged",
  whole: "all, selection",
  said: "text, comment, shown",
  hooked: "webhook",
  "take out": "remove, exclude",
  "taken out": "removed, excluded",
};

/** The first argument of `test`, `it` and `describe`, also after `.skipIf(…)` and the table of `.each(…)`. */
const TITLES =
  /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)\s*,/g;
const TITLE_WORDS = new RegExp(`\\b(?:${Object.keys(TITLE_DIALECT).join("|")})\\b`, "gi");

/**
 * Data is not a sentence: an address (nobody@example.org), a key (table.nobody, "nobody":) and an alternative of a pattern. "Stands for"
 * and "stand-in" are standard.
 */
const WORDS = new RegExp(
  `(?<!\\w\\.|\\|)\\b(?:${Object.keys(DIALECT).join("|").replaceAll(" ", "[\\s*/]+")})\\b(?![-\\w]*@|":|-in\\b|(?<=stands?)\\s+for\\b)`,
  "gi",
);
/** A comment that continues the name of its declaration is not understandable without it, as in the descriptions of the API. */
const FRAGMENT = /\/\*\*[\s*]*(as[\s*]+of|of|besides)\b/gi;
const FRAGMENT_ADVICE = "begin with the noun, “Size of a page.”, or write a sentence";
const READ = /(?:\.(?:tsx?|css|mdx?|html|m?js|ya?ml|conf)|Dockerfile|^\.ci\/run|^src\/i18n\/locales\/en\/\w+\.json)$/;
/** Texts of demo and sample projects and of other people; this list itself. */
const LEFT_OUT =
  /^(?:server\/demo\/data\/(?:issues|tern)\/|tests\/.*(?:Sample\.ts$|recordings|corpus)|docs\/LICENCES|scripts\/lint\/dialect)/;

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

export const findDialect = (text: string): { readonly line: number; readonly word: string }[] =>
  [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({
    line: lineAt(text, index),
    word: word.replace(/[\s*/]+/g, " ").toLowerCase(),
  }));

/** Doc comments that begin with "Of", "As of" or "Besides", such as "Of a page." above `size`. */
export const findFragments = (text: string): { readonly line: number; readonly word: string }[] =>
  [...text.matchAll(FRAGMENT)].map(({ 0: opening, 1: word = "", index }) => ({
    line: lineAt(text, index + opening.length - word.length),
    word: word.replace(/[\s*]+/g, " ").toLowerCase(),
  }));

/** Words of the dialect of titles in a file of tests. */
export const findTitleDialect = (text: string): { readonly line: number; readonly word: string }[] =>
  [...text.matchAll(TITLES)].flatMap(({ 0: call, 1: title = "", index }) => {
    const line = lineAt(text, index + call.indexOf(title));
    return [...title.matchAll(TITLE_WORDS)].map(([word]) => ({ line, word: word.toLowerCase() }));
  });

/** Maps: an identifier may be called `constructor`. */
const REPLACEMENTS = new Map(Object.entries(IDENTIFIER_DIALECT));
const APP_REPLACEMENTS = new Map(Object.entries({ ...IDENTIFIER_DIALECT, ...APP_NAME_DIALECT }));

/** The first word of the dialect in a name such as `toldUsers`, with its replacement. */
export function findNameDialect(
  name: string,
  isOfApp = false,
): { readonly word: string; readonly replacement: string } | undefined {
  if (name.includes("_") && name !== name.toUpperCase()) return undefined;
  const replacements = isOfApp ? APP_REPLACEMENTS : REPLACEMENTS;
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/).map((part) => part.toLowerCase());
  for (const [at, first] of words.entries())
    for (const word of [first, `${first} ${words[at + 1]}`]) {
      const replacement = replacements.get(word);
      if (replacement !== undefined) return { word, replacement };
    }
  return undefined;
}

/** One line for each occurrence in the tracked files of a folder: file, line, word and its replacement. */
export function dialectProblems(folder = "."): string[] {
  const files = execFileSync("git", ["ls-files", folder], { cwd: ROOT, encoding: "utf8" }).split("\n");
  return files
    .filter((file) => READ.test(file) && !LEFT_OUT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const faults = [...findDialect(text), ...(file.includes(".test.") ? findTitleDialect(text) : [])];
      return [
        ...faults.map(({ line, word }) => `${file}:${line}: “${word}”: ${DIALECT[word] ?? TITLE_DIALECT[word] ?? ""}`),
        ...findFragments(text).map(
          ({ line, word }) => `${file}:${line}: “${word}” begins a doc comment: ${FRAGMENT_ADVICE}`,
        ),
      ];
    });
}

if (import.meta.main) {
  const problems = dialectProblems(process.argv[2]);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
