/** Writes the index of a generated project with the writers of the real builds: tokens are counted as they are drawn. */
import { DAY_MS } from "../../contract/durations.ts";
import type { Blobs } from "../../server/index/blobs/blobs.ts";
import { plainContext } from "../../server/index/build/buildContext.ts";
import { buildIssues } from "../../server/index/build/buildDiscussions.ts";
import { type CodePart, type Manifest, emptyManifest, withPart } from "../../server/index/manifest.ts";
import { ContentPackWriter } from "../../server/index/segment/contentPack.ts";
import { TextFilterWriter } from "../../server/index/segment/textFilters.ts";
import { SegmentWriter } from "../../server/index/segment/segmentWriter.ts";
import type { IndexedIssue } from "../../server/index/tables/issueTable.ts";
import { fileKindOf } from "../../server/index/text/fileKind.ts";
import { fileLanguageOf } from "../../server/index/text/languages.ts";
import { createRandom } from "../../server/engines/ranking/createRandom.ts";
import { CHUNK_FIELDS, CODE_FIELDS, CodeRows, codePartOf, NAME_FIELDS } from "./codePartOf.ts";
import type { CorpusStatistics } from "./corpusStatistics.ts";
import { WordSampler } from "./WordSampler.ts";

export interface ProjectSize {
  readonly number: number;
  readonly files: number;
  readonly issues: number;
  /** Ids of its repository and its tracker. */
  readonly repository: string;
  readonly tracker: string;
}

const MAX_TOKENS = 4000;
/** Shares of the tokens that come from the file's own few words and from the words of the project; the rest comes from all code. */
const SHARES = { file: 0.25, project: 0.3 };
const SEPARATORS = [" ", ".", "(", ", ", " = ", "); ", ": ", " + "];

/** What distinguishes a project: names of its own, and rare words that it uses often. */
class ProjectWords {
  readonly #topic: readonly string[];
  readonly #random: () => number;
  readonly #all: WordSampler;

  constructor(all: WordSampler, size: number, random: () => number) {
    this.#all = all;
    this.#random = random;
    const coined = (): string => {
      const [first, second] = [all.rare(), all.rare()];
      return `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`.slice(0, 40);
    };
    const count = Math.ceil(300 + 40 * Math.sqrt(size));
    this.#topic = Array.from({ length: count }, () => (random() < 0.5 ? coined() : all.rare()));
  }

  /** A word of the project: the first ones far more often than the last ones. */
  projectWord(): string {
    return this.#topic[Math.floor(this.#topic.length * this.#random() ** 3)] ?? "";
  }

  /** A function that draws the tokens of one text. */
  ofText(): () => string {
    const bank = Array.from({ length: 12 }, () => (this.#random() < 0.6 ? this.projectWord() : this.#all.rare()));
    return () => {
      const which = this.#random();
      if (which < SHARES.file) return bank[Math.floor(bank.length * this.#random() ** 2)] ?? "";
      return which < SHARES.file + SHARES.project ? this.projectWord() : this.#all.next();
    };
  }
}

/** Builds the parts of a project into the store. */
export async function generateProject(
  statistics: CorpusStatistics,
  { number, files, issues, repository, tracker }: ProjectSize,
  blobs: Blobs,
): Promise<{ readonly manifest: Manifest; readonly bytes: number }> {
  const random = createRandom(number * 7919 + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const code = new WordSampler(statistics.code, random);
  const prose = new WordSampler(statistics.prose, random);
  const words = new ProjectWords(code, files, random);
  const part = await generateCode(statistics, { number, files, repository }, { words, random, pick, blobs });
  const topic = new ProjectWords(prose, issues, random);
  const part2 = await buildIssues(
    generateIssues(statistics, { number, issues, tracker }, { topic, random, pick }),
    plainContext(blobs),
  );
  const manifest = withPart(withPart(emptyManifest(), { code: part }), { issues: part2 });
  return { manifest, bytes: part.bytes };
}

interface CodeTools {
  readonly words: ProjectWords;
  readonly random: () => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly blobs: Blobs;
}

async function generateCode(
  statistics: CorpusStatistics,
  { number, files, repository }: Pick<ProjectSize, "number" | "files" | "repository">,
  tools: CodeTools,
): Promise<CodePart> {
  const writer = new CodeWriter(statistics, number, tools);
  for (const path of choosePaths(statistics, files, tools)) writer.addFile(path);
  return writer.finish(repository);
}

/** As many paths as the project has files, in byte order. */
function choosePaths(statistics: CorpusStatistics, count: number, { words, random, pick }: CodeTools): string[] {
  const paths = new Set<string>();
  while (paths.size < count) {
    const depth = pick(statistics.depths);
    const folders = Array.from({ length: depth }, () =>
      random() < 0.5 ? pick(statistics.folders) : words.projectWord(),
    );
    paths.add([...folders, `${words.projectWord()}${paths.size}${pick(statistics.endings)}`].join("/"));
  }
  return [...paths].sort();
}

/** Draws the text of each file and counts its tokens as they are drawn. */
class CodeWriter {
  readonly #statistics: CorpusStatistics;
  readonly #number: number;
  readonly #tools: CodeTools;
  readonly #code = new SegmentWriter(CODE_FIELDS);
  readonly #chunks = new SegmentWriter(CHUNK_FIELDS);
  readonly #names = new SegmentWriter(NAME_FIELDS);
  readonly #pack = new ContentPackWriter();
  readonly #filters = new TextFilterWriter();
  readonly #rows = new CodeRows();
  /** The text of the file that is being written. */
  #text = "";
  #line = 1;

  constructor(statistics: CorpusStatistics, number: number, tools: CodeTools) {
    this.#statistics = statistics;
    this.#number = number;
    this.#tools = tools;
  }

  addFile(path: string): void {
    const { pick, words } = this.#tools;
    const next = words.ofText();
    const tokens = Math.min(MAX_TOKENS, pick(this.#statistics.tokensPerFile));
    const definitions = Math.min(60, tokens >> 3, pick(this.#statistics.definitionsPerFile));
    const perChunk = Math.ceil(tokens / Math.max(1, definitions));
    this.#text = "";
    this.#line = 1;
    for (let count = 0; count < Math.max(1, definitions); count++) {
      this.#addChunk(path, definitions > 0 ? next() : "", perChunk, next);
    }
    const slash = path.lastIndexOf("/");
    this.#code.addText(2, path.slice(0, slash + 1));
    this.#code.addText(3, path.slice(slash + 1));
    this.#code.endDocument();
    this.#addRow(path);
  }

  /** @param name of its function; empty for text outside of functions */
  #addChunk(path: string, name: string, tokens: number, next: () => string): void {
    const { files, symbols, chunks } = this.#rows;
    const start = this.#line;
    if (name !== "") this.#addSignature(name);
    this.#addTokens(tokens, next);
    this.#chunks.addText(2, path);
    this.#chunks.endDocument();
    const lines = { file: files.length, start, end: this.#line - 1 };
    chunks.push({ ...lines, symbol: name === "" ? -1 : symbols.length });
    if (name === "") return;
    symbols.push({ ...lines, name, kind: "function", container: "" });
    this.#names.addToken(0, name);
    this.#names.addText(2, path.slice(path.lastIndexOf("/") + 1));
    this.#names.endDocument();
  }

  #addSignature(name: string): void {
    this.#text += `function ${name}(`;
    for (const writer of [this.#code, this.#chunks]) {
      writer.addToken(0, "function");
      writer.addToken(0, name);
      writer.addToken(1, name);
    }
  }

  #addTokens(count: number, next: () => string): void {
    const perLine = Math.max(3, this.#tools.pick(this.#statistics.tokensPerLine));
    for (let at = 0; at < count; at++) {
      const token = next();
      this.#code.addToken(0, token);
      this.#chunks.addToken(0, token);
      this.#text += token;
      if (at % perLine === perLine - 1) {
        this.#text += "\n    ";
        this.#line++;
      } else this.#text += SEPARATORS[at & 7] ?? " ";
    }
    this.#text += "\n}\n";
    this.#line += 2;
  }

  #addRow(path: string): void {
    const { files } = this.#rows;
    const encoded = Buffer.from(this.#text);
    this.#filters.add(this.#text);
    files.push({
      path,
      oid: `${this.#number.toString(16).padStart(8, "0")}${files.length.toString(16).padStart(32, "0")}`,
      size: encoded.length,
      lines: this.#line,
      language: fileLanguageOf(path)?.name ?? "",
      kind: fileKindOf(path),
      pack: 0,
      item: this.#pack.add(encoded),
    });
  }

  async finish(repository: string): Promise<CodePart> {
    const { blobs } = this.#tools;
    const segments = {
      code: this.#code.finish(),
      chunks: this.#chunks.finish(),
      names: this.#names.finish(),
      filters: this.#filters.finish(),
      content: [await blobs.put(this.#pack.finish())],
    };
    return codePartOf({ number: this.#number, repository }, this.#rows, segments, blobs);
  }
}

async function* generateIssues(
  statistics: CorpusStatistics,
  { number, issues, tracker }: Pick<ProjectSize, "number" | "issues" | "tracker">,
  { topic, random, pick }: { readonly topic: ProjectWords } & Pick<CodeTools, "random" | "pick">,
): AsyncGenerator<IndexedIssue[]> {
  const start = Date.UTC(2022, 0, 1);
  const BATCH = 500;
  for (let from = 0; from < issues; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, issues - from) }, (_, at): IndexedIssue => {
      const next = topic.ofText();
      const textOf = (count: number): string => Array.from({ length: count }, next).join(" ");
      const opened = start + random() * 1400 * DAY_MS;
      const isClosed = random() < 0.7;
      const key = from + at + 1;
      return {
        id: `i${number}-${key}`,
        key: `#${key}`,
        source: tracker,
        title: textOf(Math.min(15, pick(statistics.wordsPerSubject))),
        body: textOf(Math.min(400, pick(statistics.wordsPerMessage) + 20)),
        comments: random() < 0.5 ? textOf(Math.min(200, pick(statistics.wordsPerMessage))) : "",
        state: isClosed ? "closed" : "open",
        labels: random() < 0.4 ? [pick(["bug", "enhancement", "question", "documentation"])] : [],
        author: `person-${Math.floor(30 * random() ** 2)}`,
        url: null,
        createdAt: opened,
        updatedAt: opened + random() * 30 * DAY_MS,
        closedAt: isClosed ? opened + 20 * DAY_MS : null,
        fixCommits: [],
      };
    });
  }
}
