import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileKindOf, looksBinary } from "../../server/index/text/fileKind.ts";
import { resolveCommit } from "../../server/git/commitLookup.ts";
import { readBlobs } from "../../server/git/readBlobs.ts";
import { listTree } from "../../server/git/readTree.ts";
import { fileLanguageOf } from "../../server/index/text/languages.ts";
import { type FoundSymbol, SymbolExtractor } from "../../server/index/text/symbols.ts";
import { hashOf } from "./hashOf.ts";

/** A sentence from the comment of a function, and the function. */
export interface Sentence {
  readonly query: string;
  readonly path: string;
  readonly name: string;
  readonly container: string;
}

/** What is known of a function's comment: its first sentence, and the lines (0-based) that hold the comment. */
interface Comment {
  readonly sentence: string;
  readonly from: number;
  readonly to: number;
}

const MOST_PER_FILE = 2;
const LARGEST_FILE = 300_000;

/**
 * Mines a repository for questions by a sentence: the first sentence of functions' comments (five to 25 words). The comments that
 * became questions are removed from the code, and the rest of the repository is written as one commit of a new repository in
 * `folder`, so that the searched code does not contain the question itself.
 */
export async function mineSentences(gitDir: string, folder: string, limit: number): Promise<Sentence[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const signal = new AbortController().signal;
  const tree = (await listTree(gitDir, await resolveCommit(gitDir, "HEAD"), signal)).filter(
    ({ path, size }) => size < LARGEST_FILE && fileLanguageOf(path) !== null,
  );
  const extractor = new SymbolExtractor();
  const blobs = readBlobs(
    gitDir,
    tree.map(({ oid }) => oid),
    signal,
  );
  const candidates: Candidate[] = [];
  const texts = new Map<string, string>();
  for (const { path } of tree) {
    const next = await blobs.next();
    if (next.done || next.value === null || looksBinary(next.value)) continue;
    const text = next.value.toString("utf8");
    texts.set(path, text);
    candidates.push(...(await sentencesOf(path, text, extractor)));
  }
  const perFile = chooseSentences(candidates, limit);
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), withoutComments(text, perFile.get(path) ?? []));
  }
  commitAll(folder);
  return [...perFile.values()].flat().map(({ sentence }) => sentence);
}

interface Candidate {
  readonly sentence: Sentence;
  readonly comment: Comment;
  readonly order: number;
}

async function sentencesOf(path: string, text: string, extractor: SymbolExtractor): Promise<Candidate[]> {
  const language = fileLanguageOf(path);
  if (!language?.grammar || fileKindOf(path) !== "code") return [];
  const lines = text.split("\n");
  return (await extractor.find(text, language)).flatMap((symbol): Candidate[] => {
    const comment = commentOf(lines, symbol, language.family);
    if (!comment) return [];
    const { name, container } = symbol;
    const sentence = { query: comment.sentence, path, name, container };
    return [{ sentence, comment, order: hashOf(`${path}\n${name}\n${comment.sentence}`) }];
  });
}

/** By path, in a deterministic order that is independent of the repository. */
function chooseSentences(candidates: readonly Candidate[], limit: number): Map<string, Candidate[]> {
  const perFile = new Map<string, Candidate[]>();
  const seen = new Set<string>();
  for (const candidate of candidates.toSorted((a, b) => a.order - b.order)) {
    const { path, query } = candidate.sentence;
    const ofFile = perFile.get(path) ?? [];
    if (seen.size >= limit) break;
    if (ofFile.length >= MOST_PER_FILE || seen.has(query)) continue;
    seen.add(query);
    perFile.set(path, [...ofFile, candidate]);
  }
  return perFile;
}

function withoutComments(text: string, chosen: readonly Candidate[]): string {
  const lines = text.split("\n");
  for (const { comment } of chosen.toSorted((a, b) => b.comment.from - a.comment.from))
    lines.splice(comment.from, comment.to - comment.from + 1);
  return lines.join("\n");
}

function commitAll(folder: string): void {
  const git = (...args: string[]): void => {
    const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" };
    const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8", env: environment });
    if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  };
  git("init", "-q");
  git("add", "-A", "-f");
  git("-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "-q", "-m", "Without the questions");
}

function commentOf(lines: readonly string[], symbol: FoundSymbol, family: string): Comment | null {
  if (symbol.kind !== "function" && symbol.kind !== "method") return null;
  return family === "python" ? docstringOf(lines, symbol) : commentAbove(lines, symbol);
}

function docstringOf(lines: readonly string[], { start, end }: FoundSymbol): Comment | null {
  let at = start - 1;
  while (at < end && !/:\s*(#.*)?$/.test(lines[at] ?? "")) at++;
  const from = at + 1;
  const quote = /^\s*[rub]{0,2}("""|''')/i.exec(lines[from] ?? "")?.[1];
  if (quote === undefined) return null;
  const first = (lines[from] ?? "").slice((lines[from] ?? "").indexOf(quote) + 3);
  if (first.includes(quote)) return sentenceOf(first.slice(0, first.indexOf(quote)), from, from);
  let to = from + 1;
  while (to < end && !(lines[to] ?? "").includes(quote)) to++;
  return sentenceOf([first, ...lines.slice(from + 1, to)].join("\n"), from, to);
}

function commentAbove(lines: readonly string[], { start }: FoundSymbol): Comment | null {
  let to = start - 2;
  while (to >= 0 && /^\s*(@\w|#\[)/.test(lines[to] ?? "")) to--;
  let from = to;
  if (/\*\/\s*$/.test(lines[to] ?? "")) while (from > 0 && !/^\s*\/\*/.test(lines[from] ?? "")) from--;
  else {
    while (from >= 0 && /^\s*\/\//.test(lines[from] ?? "")) from--;
    from++;
  }
  if (from > to || from < 0) return null;
  const text = lines
    .slice(from, to + 1)
    .map((line) => line.replace(/^\s*(\/\*+!?|\*\/|\*|\/\/[/!]?)/, "").replace(/\*\/\s*$/, ""))
    .join("\n");
  return sentenceOf(text, from, to);
}

function sentenceOf(text: string, from: number, to: number): Comment | null {
  const paragraph = text.trim().split(/\n\s*\n|\n\s*@/)[0] ?? "";
  const flat = paragraph
    .replaceAll(/<[^>]+>|\{@\w+ |[{}`*]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat;
  const words = sentence.split(" ");
  if (words.length < 5 || words.length > 25) return null;
  // Directives, signatures and licences are not sentences.
  if (/@|copyright|license|todo|eslint|noqa|[=;{}]|https?:/i.test(sentence) || !/^[A-Z"'`]?[a-z]/i.test(sentence))
    return null;
  return { sentence, from, to };
}
