/** Writes the index of a generated project with the writers of the real builds: tokens are counted as they are drawn. */
import type { Blobs } from "../../server/index/blobs/blobs.ts";
import { ScopesWriter } from "../../server/index/tables/scopesPack.ts";
import { plainContext } from "../../server/index/build/buildContext.ts";
import { buildIssues } from "../../server/index/build/buildIssues.ts";
import { type CodePart, type Manifest, emptyManifest, withPart } from "../../server/index/manifest.ts";
import { ContentPackWriter } from "../../server/index/segment/contentPack.ts";
import { TextFilterWriter } from "../../server/index/segment/textFilters.ts";
import { SegmentWriter } from "../../server/index/segment/segmentWriter.ts";
import { type FileRow, writeFileTable } from "../../server/index/tables/fileTable.ts";
import type { IndexedIssue } from "../../server/index/tables/issueTable.ts";
import { type SymbolRow, writeSymbolTable } from "../../server/index/tables/symbolTable.ts";
import { type ChunkRow, writeChunkTable } from "../../server/index/tables/chunkTable.ts";
import { fileKindOf } from "../../server/index/text/fileKind.ts";
import { languageOf } from "../../server/index/text/languages.ts";
import { createRandom } from "../load/seedLoadData.ts";
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
const DAY = 86_400_000;
/** Of ten tokens: how many come from the file's own few words, from the words of the project, and from all code. */
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
  own(): string {
    return this.#topic[Math.floor(this.#topic.length * this.#random() ** 3)] ?? "";
  }

  /** A function that draws the tokens of one text. */
  ofText(): () => string {
    const bank = Array.from({ length: 12 }, () => (this.#random() < 0.6 ? this.own() : this.#all.rare()));
    return () => {
      const which = this.#random();
      if (which < SHARES.file) return bank[Math.floor(bank.length * this.#random() ** 2)] ?? "";
      return which < SHARES.file + SHARES.project ? this.own() : this.#all.next();
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
  { words, random, pick, blobs }: CodeTools,
): Promise<CodePart> {
  const paths = new Set<string>();
  while (paths.size < files) {
    const depth = pick(statistics.depths);
    const folders = Array.from({ length: depth }, () => (random() < 0.5 ? pick(statistics.folders) : words.own()));
    paths.add([...folders, `${words.own()}${paths.size}${pick(statistics.endings)}`].join("/"));
  }
  const writers = { code: new SegmentWriter(4), chunks: new SegmentWriter(5), names: new SegmentWriter(3) };
  const pack = new ContentPackWriter();
  const filters = new TextFilterWriter();
  const rows: FileRow[] = [];
  const symbols: SymbolRow[] = [];
  const chunks: ChunkRow[] = [];
  let bytes = 0;
  for (const path of [...paths].sort()) {
    const language = languageOf(path);
    const next = words.ofText();
    const slash = path.lastIndexOf("/");
    const total = Math.min(MAX_TOKENS, pick(statistics.tokensPerFile));
    const definitions = Math.min(60, total >> 3, pick(statistics.definitionsPerFile));
    const perChunk = Math.ceil(total / Math.max(1, definitions));
    let text = "";
    let line = 1;
    for (let made = 0; made < Math.max(1, definitions); made++) {
      const start = line;
      const name = definitions > 0 ? next() : "";
      if (name !== "") {
        text += `function ${name}(`;
        for (const writer of [writers.code, writers.chunks]) {
          writer.addToken(0, "function");
          writer.addToken(0, name);
          writer.addToken(1, name);
        }
      }
      const perLine = Math.max(3, pick(statistics.tokensPerLine));
      for (let at = 0; at < perChunk; at++) {
        const token = next();
        writers.code.addToken(0, token);
        writers.chunks.addToken(0, token);
        text += token;
        if (at % perLine === perLine - 1) {
          text += "\n    ";
          line++;
        } else text += SEPARATORS[at & 7] ?? " ";
      }
      text += "\n}\n";
      line += 2;
      writers.chunks.addText(2, path);
      writers.chunks.endDocument();
      chunks.push({ file: rows.length, start, end: line - 1, symbol: name === "" ? -1 : symbols.length });
      if (name === "") continue;
      symbols.push({ name, kind: "function", start, end: line - 1, container: "", file: rows.length });
      writers.names.addToken(0, name);
      writers.names.addText(2, path.slice(slash + 1));
      writers.names.endDocument();
    }
    writers.code.addText(2, path.slice(0, slash + 1));
    writers.code.addText(3, path.slice(slash + 1));
    writers.code.endDocument();
    const encoded = Buffer.from(text);
    filters.add(text);
    bytes += encoded.length;
    rows.push({
      path,
      oid: `${number.toString(16).padStart(8, "0")}${rows.length.toString(16).padStart(32, "0")}`,
      size: encoded.length,
      lines: line,
      language: language?.name ?? "",
      kind: fileKindOf(path),
      pack: 0,
      item: pack.add(encoded),
    });
  }
  return {
    source: repository,
    name: `repository-${number}`,
    commit: number.toString(16).padStart(40, "0"),
    builtAt: new Date().toISOString(),
    files: rows.length,
    bytes,
    skipped: { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: 0 },
    branch: null,
    view: null,
    layers: [
      {
        files: rows.length,
        table: await blobs.put(writeFileTable(rows)),
        segment: await blobs.put(writers.code.finish()),
        content: [await blobs.put(pack.finish())],
        filters: await blobs.put(filters.finish()),
        symbols: {
          table: await blobs.put(writeSymbolTable(symbols, rows.length)),
          chunkTable: await blobs.put(writeChunkTable(chunks, rows.length)),
          chunkSegment: await blobs.put(writers.chunks.finish()),
          nameSegment: await blobs.put(writers.names.finish()),
          scopes: await blobs.put(new ScopesWriter().finish(rows.length)),
          symbols: symbols.length,
          chunks: chunks.length,
        },
      },
    ],
  };
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
      const opened = start + random() * 1400 * DAY;
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
        updatedAt: opened + random() * 30 * DAY,
        closedAt: isClosed ? opened + 20 * DAY : null,
        fixCommits: [],
      };
    });
  }
}
