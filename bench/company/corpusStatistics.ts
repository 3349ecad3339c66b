/** What a generated repository has in common with real ones: words with their frequencies, paths, lengths, definitions. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { resolveCommit } from "../../server/git/commitLookup.ts";
import { readBlobs } from "../../server/git/readBlobs.ts";
import { readLog } from "../../server/git/readLog.ts";
import { listTree } from "../../server/git/readTree.ts";
import { looksBinary } from "../../server/index/text/fileKind.ts";
import { fileLanguageOf } from "../../server/index/text/languages.ts";
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
  const counts = new CorpusCounts();
  for (const gitDir of gitDirs) {
    const commit = await resolveCommit(gitDir, "HEAD");
    await countFiles(gitDir, commit, counts);
    await countMessages(gitDir, commit, counts);
  }
  return counts.finish(gitDirs.length);
}

/** Reads files of one commit, spread evenly over its tree. */
async function countFiles(gitDir: string, commit: string, counts: CorpusCounts): Promise<void> {
  const tree = (await listTree(gitDir, commit)).filter(
    ({ path, size }) => fileLanguageOf(path) !== null && size <= MAX_FILE_BYTES,
  );
  const step = Math.max(1, Math.floor(tree.length / MAX_FILES));
  const some = tree.filter((_, at) => at % step === 0);
  const blobs = readBlobs(
    gitDir,
    some.map(({ oid }) => oid),
  );
  for (const { path } of some) {
    const { value } = await blobs.next();
    if (value && !looksBinary(value)) await counts.addFile(path, value.toString("utf8"));
  }
}

async function countMessages(gitDir: string, commit: string, counts: CorpusCounts): Promise<void> {
  let messages = 0;
  for await (const { message } of readLog(gitDir, commit)) {
    counts.addMessage(message);
    if (++messages >= MAX_MESSAGES) break;
  }
}

class CorpusCounts {
  readonly #extractor = new SymbolExtractor();
  readonly #code = new Map<string, number>();
  readonly #prose = new Map<string, number>();
  readonly #tokensPerFile: number[] = [];
  readonly #tokensPerLine: number[] = [];
  readonly #definitionsPerFile: number[] = [];
  readonly #wordsPerMessage: number[] = [];
  readonly #wordsPerSubject: number[] = [];
  readonly #depths: number[] = [];
  readonly #endings: string[] = [];
  readonly #folders: string[] = [];

  async addFile(path: string, text: string): Promise<void> {
    const language = fileLanguageOf(path);
    const tokens = countTokens(text, language?.family === "prose" ? this.#prose : this.#code);
    this.#tokensPerFile.push(tokens);
    this.#tokensPerLine.push(Math.round(tokens / Math.max(1, text.split("\n").length)));
    if (language && language.family !== "prose" && language.family !== "data")
      this.#definitionsPerFile.push((await this.#extractor.find(text, language)).length);
    const folders = path.split("/");
    const name = folders.pop() ?? "";
    if (name.includes(".")) this.#endings.push(name.slice(name.lastIndexOf(".")));
    this.#folders.push(...folders);
    this.#depths.push(folders.length);
  }

  addMessage(message: string): void {
    this.#wordsPerMessage.push(countTokens(message, this.#prose));
    this.#wordsPerSubject.push(Math.max(2, (message.split("\n")[0] ?? "").split(/\s+/).length));
  }

  finish(repositories: number): CorpusStatistics {
    return {
      repositories,
      files: this.#tokensPerFile.length,
      code: mostFrequent(this.#code),
      prose: mostFrequent(this.#prose),
      tokensPerFile: sampleOf(this.#tokensPerFile),
      tokensPerLine: sampleOf(this.#tokensPerLine),
      definitionsPerFile: sampleOf(this.#definitionsPerFile),
      wordsPerMessage: sampleOf(this.#wordsPerMessage),
      wordsPerSubject: sampleOf(this.#wordsPerSubject),
      depths: sampleOf(this.#depths),
      endings: evenly(this.#endings),
      folders: evenly(this.#folders),
    };
  }
}

/** Adds each token of a text to the counts. @returns how many there are */
function countTokens(text: string, counts: Map<string, number>): number {
  let tokens = 0;
  scanTokens(text, (token) => {
    tokens += 1;
    counts.set(token, (counts.get(token) ?? 0) + 1);
  });
  return tokens;
}

const mostFrequent = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_WORDS);

const sampleOf = (values: number[]): number[] => evenly(values.toSorted((a, b) => a - b));

const evenly = <T>(values: readonly T[]): T[] => {
  const step = Math.max(1, values.length / MAX_SAMPLE);
  return Array.from({ length: Math.min(MAX_SAMPLE, values.length) }, (_, at) => values[Math.floor(at * step)] as T);
};
