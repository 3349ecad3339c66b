import { CODE_DEFINITIONS, CODE_FIELDS } from "../../server/index/build/codeDocument.ts";
import type { OpenedCode, OpenedCommits, OpenedIndex } from "../../server/index/OpenedIndex.ts";
import type { QueryTerm } from "../../server/index/segment/MultiSegmentReader.ts";
import { STOP_WORDS } from "../../server/index/text/stopWords.ts";
import { scanTokens, termsOf, termsOfText } from "../../server/index/text/tokenize.ts";
import { findFrames } from "../../server/engines/question/frames.ts";
import { currentFiles } from "../../server/engines/ranking/commits.ts";
import { filesAtPath } from "../../server/engines/localize/pathMatches.ts";

/** The published start weights of the reference: sixteen features, each divided by its largest value. */
const WEIGHTS = {
  words: 1,
  directory: 1,
  definitions: 0.4,
  defines: 0.7,
  uses: 0.9,
  history: 0.9,
  titleHistory: 0.5,
  bestChunk: 1.25,
  bestThree: 1.1,
  title: 1.4,
  titleDefinitions: 0.3,
  path: 1.1,
  trace: 1.1,
  packageFile: -0.5,
  recency: 0.05,
  size: 0.02,
} as const;

const DEFINITIONS_ONLY = CODE_FIELDS.map((_, field) => (field === CODE_DEFINITIONS ? 1 : 0));
const SIMILAR_COMMITS = 60;
const LARGEST_COMMIT = 40;
const RECENCY_SECONDS = 120 * 86_400;
const BARREL_FILE = /(^|\/)(__init__\.py|index\.[cm]?[jt]sx?|mod\.rs|package-info\.java|doc\.go)$/;
/** The factor on the score of a file that is not code. */
const NOT_CODE_FACTOR = 0.45;

/**
 * The baseline for the engine: the linear sum of sixteen features with its initial weights and nothing learned
 * since. The text is read as a whole, without sections; of the engine only the parsers of traces and paths are used.
 *
 * @param at seconds since 1970; history at or after it is ignored.
 */
export function baselineLinearFiles(
  index: OpenedIndex,
  { title, body, at }: { title: string; body: string; at: number },
  limit: number,
): string[] {
  const [code] = index.code;
  if (!code) return [];
  const all = termsOfQuestion(`${title}\n${body}`);
  const ofTitle = termsOfQuestion(title);
  const words = index.codeGroup.score(all)[0] ?? new Float32Array();
  const values: Record<keyof typeof WEIGHTS, Float32Array> = {
    words,
    directory: directories(code, words),
    definitions: index.codeGroup.score(all, DEFINITIONS_ONLY)[0] ?? new Float32Array(),
    title: index.codeGroup.score(ofTitle)[0] ?? new Float32Array(),
    titleDefinitions: index.codeGroup.score(ofTitle, DEFINITIONS_ONLY)[0] ?? new Float32Array(),
    ...identifiers(index, code, `${title}\n${body}`),
    ...chunks(index, code, all),
    history: history(index, code, all, at),
    titleHistory: history(index, code, ofTitle, at),
    path: paths(code, `${title}\n${body}`),
    trace: trace(code, body),
    packageFile: perFile(code, (path) => (BARREL_FILE.test(path) ? 1 : 0)),
    recency: recency(index, code, at),
    size: perFile(code, (_, file) => Math.log10(1 + (code.files.lines[file] ?? 0))),
  };
  const scores = new Float64Array(code.files.length);
  for (const [name, weight] of Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][]) {
    const column = values[name];
    const maximum = column.reduce((best, value) => Math.max(best, value), 0);
    if (maximum > 0)
      for (let file = 0; file < scores.length; file++) scores[file]! += (weight * (column[file] ?? 0)) / maximum;
  }
  for (let file = 0; file < scores.length; file++)
    if (code.files.kind(file) !== "code") scores[file]! *= NOT_CODE_FACTOR;
  return Array.from(scores.keys())
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, limit)
    .map((file) => code.files.path(file));
}

function termsOfQuestion(text: string): QueryTerm[] {
  const counts = new Map<string, number>();
  for (const { fullTerm, stems } of termsOfText(text))
    if (!STOP_WORDS.has(fullTerm)) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return [...counts].map(([term, count]) => ({ term, weight: 1 + Math.log(count) }));
}

function perFile(code: OpenedCode, value: (path: string, file: number) => number): Float32Array {
  return Float32Array.from({ length: code.files.length }, (_, file) => value(code.files.path(file), file));
}

/** Mean of the best three files of the folder. */
function directories(code: OpenedCode, words: Float32Array): Float32Array {
  const best = new Map<string, number[]>();
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  for (let file = 0; file < words.length; file++) {
    const folder = folderOf(code.files.path(file));
    best.set(folder, [...(best.get(folder) ?? []), words[file] ?? 0].sort((a, b) => b - a).slice(0, 3));
  }
  return perFile(code, (path) => (best.get(folderOf(path)) ?? []).reduce((sum, value) => sum + value, 0) / 3);
}

function chunks(
  index: OpenedIndex,
  code: OpenedCode,
  terms: readonly QueryTerm[],
): Record<"bestChunk" | "bestThree", Float32Array> {
  const scores = index.chunkGroup.score(terms)[0];
  const bestThree = new Float32Array(code.files.length);
  const bestChunk = perFile(code, (_, file) => {
    if (!code.symbols || !scores) return 0;
    const { from, to } = code.symbols.chunks.ofFile(file);
    const sorted = Array.from(scores.subarray(from, to)).sort((a, b) => b - a);
    bestThree[file] = ((sorted[0] ?? 0) + (sorted[1] ?? 0) + (sorted[2] ?? 0)) / 3;
    return sorted[0] ?? 0;
  });
  return { bestChunk, bestThree };
}

/** Back-ticks, calls, dotted names and code-like words, each weighted by rarity; divided among the files that define it by the square root of their number. */
function identifiers(index: OpenedIndex, code: OpenedCode, text: string): Record<"defines" | "uses", Float32Array> {
  const names = new Set<string>();
  const add = (token: string): void => void names.add(termsOf(token).fullTerm);
  for (const [, quoted = ""] of text.matchAll(/`([^`\n]{1,200})`/g)) scanTokens(quoted, add);
  for (const [, name = ""] of text.matchAll(/\b([A-Za-z_]\w{2,60})\(/g)) add(name);
  for (const [dotted] of text.matchAll(/\b[A-Za-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){1,6}\b/g)) scanTokens(dotted, add);
  for (const [word] of text.matchAll(/\b(?:\w*[a-z\d][A-Z]\w*|\w+_\w+)\b/g)) add(word);
  const defines = new Float32Array(code.files.length);
  const uses = new Float32Array(code.files.length);
  for (const name of names) {
    const number = code.segment.find(name);
    if (number < 0 || name.length < 3 || STOP_WORDS.has(name)) continue;
    const gain = index.codeGroup.idf(code.segment.documentCount(number));
    const definers: number[] = [];
    code.segment.eachDocument(number, (file, mask) => {
      uses[file]! += gain;
      if ((mask & (1 << CODE_DEFINITIONS)) !== 0) definers.push(file);
    });
    for (const file of definers) defines[file]! += gain / Math.sqrt(definers.length);
  }
  return { defines, uses };
}

/** The best sixty past commits, each divided among its files by the square root of their number. */
function history(index: OpenedIndex, code: OpenedCode, terms: readonly QueryTerm[], at: number): Float32Array {
  const into = new Float32Array(code.files.length);
  const [commits] = index.commits;
  const [scores] = index.commitGroup.score(terms, [1, 0]);
  if (!commits || !scores) return into;
  const filesOf = currentFiles(code, commits);
  const best = Array.from(scores.keys())
    .filter((commit) => (scores[commit] ?? 0) > 0 && isUsableCommit(commits, commit, at))
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, SIMILAR_COMMITS);
  for (const commit of best) {
    const changed = commits.table.changes(commit);
    for (const path of changed) {
      const file = filesOf[path] ?? -1;
      if (file >= 0) into[file]! += (scores[commit] ?? 0) / Math.sqrt(changed.length);
    }
  }
  return into;
}

function isUsableCommit({ table }: OpenedCommits, commit: number, at: number): boolean {
  const files = table.changes(commit).length;
  return files > 0 && files <= LARGEST_COMMIT && (table.times[commit] ?? 0) < at;
}

/** Fixes of the last months, the newest most. */
function recency(index: OpenedIndex, code: OpenedCode, at: number): Float32Array {
  const into = new Float32Array(code.files.length);
  const [commits] = index.commits;
  if (!commits) return into;
  const filesOf = currentFiles(code, commits);
  for (let commit = 0; commit < commits.table.length; commit++) {
    if (!isUsableCommit(commits, commit, at) || !/\b(fix|bug|clos|resolv)/i.test(commits.table.subject(commit)))
      continue;
    const gain = Math.exp(((commits.table.times[commit] ?? 0) - at) / RECENCY_SECONDS);
    for (const path of commits.table.changes(commit)) {
      const file = filesOf[path] ?? -1;
      if (file >= 0) into[file]! += gain;
    }
  }
  return into;
}

function paths(code: OpenedCode, text: string): Float32Array {
  const into = new Float32Array(code.files.length);
  for (const [path] of text.matchAll(/(?:[\w@.+-]{1,80}\/){0,20}[\w@+-]{1,100}\.[A-Za-z_]\w{0,60}/g))
    for (const { file, certainty } of filesAtPath(code.files, path)) into[file] = Math.max(into[file] ?? 0, certainty);
  return into;
}

/** Files of stack frames, the last frame of a Python trace and the first of the others most. */
function trace(code: OpenedCode, body: string): Float32Array {
  const into = new Float32Array(code.files.length);
  let rank = 0;
  for (const path of new Set(findFrames(body).map((frame) => frame.path))) {
    const places = filesAtPath(code.files, path);
    for (const { file, certainty } of places) into[file] = Math.max(into[file] ?? 0, certainty / (1 + rank / 2));
    if (places.length > 0) rank++;
  }
  return into;
}
