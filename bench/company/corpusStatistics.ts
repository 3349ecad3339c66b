/** What a generated repository has in common with real ones: words with their frequencies, paths, lengths, definitions. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { listTree, readBlobs, readLog, resolveCommit } from "../../server/git/readObjects.ts";
import { looksBinary } from "../../server/index/text/fileKind.ts";
import { languageOf } from "../../server/index/text/languages.ts";
import { SymbolExtractor } from "../../server/index/text/symbols.ts";
import { scanTokens } from "../../server/index/text/tokenize.ts";

export interface CorpusStatistics {
  readonly repositories: number;
  readonly files: number;
  /** Tokens of code and of prose, the most frequent first, each with its count. */
  readonly code: readonly (readonly [token: string, count: number])[];
  readonly prose: readonly (readonly [token: string, count: number])[];
  /** Sorted samples, from which a value is drawn uniformly. */
  readonly tokensPerFile: readonly number[];
  readonly tokensPerLine: readonly number[];
  readonly definitionsPerFile: readonly number[];
  /** Commit messages stand for issues, which a mirror does not contain. */
  readonly wordsPerMessage: readonly number[];
  readonly wordsPerSubject: readonly number[];
  /** Endings of file names and folders, each as often as it occurs in a sample. */
  readonly endings: readonly string[];
  readonly folders: readonly string[];
  readonly depths: readonly number[];
}

const MAX_WORDS = 80_000;
const MAX_SAMPLE = 4000;
/** Files of one repository that are read, spread evenly. */
const MAX_FILES = 400;
const MAX_FILE_BYTES = 100_000;
const MAX_MESSAGES = 2000;

/** The git directories of the bare repositories in a folder: `FOLDER/NAME` or `FOLDER/NAME/repo`. */
export function repositoriesIn(folder: string): { readonly name: string; readonly gitDir: string }[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => ({
      name,
      gitDir: existsSync(join(folder, name, "HEAD")) ? join(folder, name) : join(folder, name, "repo"),
    }))
    .filter(({ gitDir }) => existsSync(join(gitDir, "HEAD")));
}

export async function readStatistics(gitDirs: readonly string[]): Promise<CorpusStatistics> {
  const code = new Map<string, number>();
  const prose = new Map<string, number>();
  const lists = {
    tokensPerFile: [] as number[],
    tokensPerLine: [] as number[],
    definitionsPerFile: [] as number[],
    wordsPerMessage: [] as number[],
    wordsPerSubject: [] as number[],
    depths: [] as number[],
  };
  const endings: string[] = [];
  const folders: string[] = [];
  const extractor = new SymbolExtractor();
  let files = 0;
  for (const gitDir of gitDirs) {
    const commit = await resolveCommit(gitDir, "HEAD");
    const tree = (await listTree(gitDir, commit)).filter(
      ({ path, size }) => languageOf(path) !== null && size <= MAX_FILE_BYTES,
    );
    const step = Math.max(1, Math.floor(tree.length / MAX_FILES));
    const some = tree.filter((_, at) => at % step === 0);
    let at = 0;
    for await (const bytes of readBlobs(
      gitDir,
      some.map(({ oid }) => oid),
    )) {
      const { path } = some[at++] ?? { path: "" };
      if (bytes === null || looksBinary(bytes)) continue;
      files += 1;
      const language = languageOf(path);
      const text = bytes.toString("utf8");
      let tokens = 0;
      const into = language?.family === "prose" ? prose : code;
      scanTokens(text, (token) => {
        tokens += 1;
        into.set(token, (into.get(token) ?? 0) + 1);
      });
      lists.tokensPerFile.push(tokens);
      lists.tokensPerLine.push(Math.round(tokens / Math.max(1, text.split("\n").length)));
      if (language && language.family !== "prose" && language.family !== "data")
        lists.definitionsPerFile.push((await extractor.find(text, language)).length);
      const parts = path.split("/");
      const name = parts.pop() ?? "";
      if (name.includes(".")) endings.push(name.slice(name.lastIndexOf(".")));
      folders.push(...parts);
      lists.depths.push(parts.length);
    }
    let messages = 0;
    for await (const { message } of readLog(gitDir, commit)) {
      const words: string[] = [];
      scanTokens(message, (token) => words.push(token));
      for (const word of words) prose.set(word, (prose.get(word) ?? 0) + 1);
      lists.wordsPerMessage.push(words.length);
      lists.wordsPerSubject.push(Math.max(2, (message.split("\n")[0] ?? "").split(/\s+/).length));
      if (++messages >= MAX_MESSAGES) break;
    }
  }
  return {
    repositories: gitDirs.length,
    files,
    code: mostFrequent(code),
    prose: mostFrequent(prose),
    tokensPerFile: sampleOf(lists.tokensPerFile),
    tokensPerLine: sampleOf(lists.tokensPerLine),
    definitionsPerFile: sampleOf(lists.definitionsPerFile),
    wordsPerMessage: sampleOf(lists.wordsPerMessage),
    wordsPerSubject: sampleOf(lists.wordsPerSubject),
    depths: sampleOf(lists.depths),
    endings: evenly(endings),
    folders: evenly(folders),
  };
}

const mostFrequent = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_WORDS);

const sampleOf = (values: number[]): number[] => evenly(values.toSorted((a, b) => a - b));

const evenly = <T>(values: readonly T[]): T[] => {
  const step = Math.max(1, values.length / MAX_SAMPLE);
  return Array.from({ length: Math.min(MAX_SAMPLE, values.length) }, (_, at) => values[Math.floor(at * step)] as T);
};
