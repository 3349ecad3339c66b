/**
 * Writes the index of a project that has some of the files and issues of several others, by merging their segments. It takes a tenth of
 * the time of counting texts again, and each project has other statistics than the next. Texts stay in the packs of the others.
 */
import { LRUCache } from "lru-cache";
import type { Blobs } from "../../server/index/blobs/blobs.ts";
import { requireBlob } from "../../server/index/build/buildContext.ts";
import {
  type CodeLayer,
  type CodePart,
  type IssuesPart,
  type Manifest,
  emptyManifest,
  withPart,
} from "../../server/index/manifest.ts";
import { ContentPack, ContentPackWriter } from "../../server/index/segment/contentPack.ts";
import { TextFilters, TextFilterWriter } from "../../server/index/segment/textFilters.ts";
import { Segment } from "../../server/index/segment/segment.ts";
import { type MergeInput, mergeSegments } from "../../server/index/segment/segmentMerge.ts";
import { FileTable } from "../../server/index/tables/fileTable.ts";
import { IssueTable, IssueTableWriter } from "../../server/index/tables/issueTable.ts";
import { SymbolTable } from "../../server/index/tables/symbolTable.ts";
import { ChunkTable } from "../../server/index/tables/chunkTable.ts";
import { createRandom } from "../../server/engines/ranking/createRandom.ts";
import { CHUNK_FIELDS, CODE_FIELDS, CodeRows, codePartOf, NAME_FIELDS } from "./codePartOf.ts";
import type { ProjectSize } from "./generateProject.ts";

/** Opened projects that are kept for the next ones. */
const MAX_OPEN = 12;

interface Base {
  readonly code: CodeLayer;
  readonly issues: IssuesPart;
  readonly files: FileTable;
  readonly symbols: SymbolTable;
  readonly chunks: ChunkTable;
  readonly segments: {
    readonly code: Segment;
    readonly chunks: Segment;
    readonly names: Segment;
    readonly issues: Segment;
  };
  readonly issueTable: IssueTable;
  readonly issueTexts: ContentPack;
  readonly codeFilters: TextFilters;
  readonly issueFilters: TextFilters;
}

/** Opens the layers of generated projects, and keeps the last ones open. */
class Bases {
  readonly #manifests: readonly Manifest[];
  readonly #blobs: Blobs;
  readonly #opened = new LRUCache<number, Base>({ max: MAX_OPEN });

  constructor(manifests: readonly Manifest[], blobs: Blobs) {
    this.#manifests = manifests;
    this.#blobs = blobs;
  }

  /** At least two, of about the wanted size, that have enough together. */
  async choose(documentCount: number, random: () => number, sizeOf: (manifest: Manifest) => number): Promise<Base[]> {
    const sizes = this.#manifests.map(sizeOf);
    const near = [...sizes.keys()].filter((at) => (sizes[at] ?? 0) <= documentCount + 100);
    const candidates = near.length >= 8 ? near : [...sizes.keys()];
    const chosen: Base[] = [];
    for (let sum = 0, count = 0; (sum < documentCount || count < 2) && candidates.length > 0; count++) {
      const [at = 0] = candidates.splice(Math.floor(random() * candidates.length), 1);
      sum += sizes[at] ?? 0;
      const base = await this.#open(at);
      if (base) chosen.push(base);
    }
    return chosen;
  }

  async #open(number: number): Promise<Base | null> {
    const opened = this.#opened.get(number);
    const [part] = this.#manifests[number]?.code ?? [];
    const code = part?.view === null ? part.layers[0] : undefined;
    const issues = this.#manifests[number]?.issues;
    if (opened || !code || !issues) return opened ?? null;
    const base = await this.#read(code, issues);
    if (base) this.#opened.set(number, base);
    return base;
  }

  async #read(code: CodeLayer, issues: IssuesPart): Promise<Base | null> {
    const { symbols } = code;
    if (!symbols) return null;
    const read = (hash: string): Promise<Buffer> => requireBlob(this.#blobs, hash, "base");
    return {
      code,
      issues,
      files: new FileTable(await read(code.table)),
      symbols: new SymbolTable(await read(symbols.table)),
      chunks: new ChunkTable(await read(symbols.chunkTable)),
      segments: {
        code: new Segment(await read(code.segment)),
        chunks: new Segment(await read(symbols.chunkSegment)),
        names: new Segment(await read(symbols.nameSegment)),
        issues: new Segment(await read(issues.segment)),
      },
      issueTable: new IssueTable(await read(issues.table)),
      issueTexts: new ContentPack(await read(issues.content[0] ?? "")),
      codeFilters: new TextFilters(await read(code.filters)),
      issueFilters: new TextFilters(await read(issues.filters)),
    };
  }
}

/** @param manifests of generated projects */
export function projectDeriver(
  manifests: readonly Manifest[],
  blobs: Blobs,
): (size: ProjectSize) => Promise<{ readonly manifest: Manifest; readonly bytes: number }> {
  const bases = new Bases(manifests, blobs);
  return async ({ number, files, issues, repository, tracker }) => {
    const random = createRandom(number * 104_729 + 7);
    const ofCode = await bases.choose(files, random, ({ code: [part] }) => part?.files ?? 0);
    const code = await deriveCode(ofCode, files, { number, repository, random, blobs });
    const ofIssues = await bases.choose(issues, random, (manifest) => manifest.issues?.issues ?? 0);
    const part = await deriveIssues(ofIssues, issues, { number, tracker, random, blobs });
    return { manifest: withPart(withPart(emptyManifest(), { code }), { issues: part }), bytes: code.bytes };
  };
}

/** Which of some documents are taken over: the new number of each, or -1. */
function places(
  documents: number,
  share: number,
  random: () => number,
  from: number,
): { places: Int32Array; next: number } {
  let next = from;
  const numbers = Int32Array.from({ length: documents }, () => (random() < share ? next++ : -1));
  return { places: numbers, next };
}

async function deriveCode(
  bases: readonly Base[],
  fileCount: number,
  tools: { readonly number: number; readonly repository: string; readonly random: () => number; readonly blobs: Blobs },
): Promise<CodePart> {
  const { random, blobs } = tools;
  const share = fileCount / bases.reduce((sum, { files }) => sum + files.length, 0);
  const rows = new CodeRows();
  const inputs: Record<"code" | "chunks" | "names", MergeInput[]> = { code: [], chunks: [], names: [] };
  const content: string[] = [];
  const filters = new TextFilterWriter();
  for (const [at, base] of bases.entries()) {
    const selection = places(base.files.length, share, random, rows.files.length);
    const copied = { chunks: notCopied(base.chunks.length), symbols: notCopied(base.symbols.length) };
    // In the byte order of the paths, as the files of each base are.
    const folder = String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
    selection.places.forEach((file, before) => {
      if (file < 0) return;
      const row = base.files.row(before);
      rows.files.push({ ...row, path: `${folder}/${row.path}`, pack: content.length + row.pack });
      filters.copy(base.codeFilters, before);
      copyDefinitions(base, before, rows, copied);
    });
    content.push(...base.code.content);
    inputs.code.push({ segment: base.segments.code, places: selection.places });
    inputs.chunks.push({ segment: base.segments.chunks, places: copied.chunks });
    inputs.names.push({ segment: base.segments.names, places: copied.symbols });
  }
  const segments = {
    code: mergeSegments(inputs.code, rows.files.length, CODE_FIELDS),
    chunks: mergeSegments(inputs.chunks, rows.chunks.length, CHUNK_FIELDS),
    names: mergeSegments(inputs.names, rows.symbols.length, NAME_FIELDS),
    filters: filters.finish(),
    content,
  };
  return codePartOf(tools, rows, segments, blobs);
}

/** New numbers of documents, while none is copied. */
const notCopied = (documents: number): Int32Array => new Int32Array(documents).fill(-1);

/** Copies the symbols and the chunks of a base's file to the last file of `rows`, and notes their new numbers. */
function copyDefinitions(
  { symbols, chunks }: Base,
  before: number,
  rows: CodeRows,
  copied: { readonly chunks: Int32Array; readonly symbols: Int32Array },
): void {
  const file = rows.files.length - 1;
  const ofSymbols = symbols.ofFile(before);
  const shift = rows.symbols.length - ofSymbols.from;
  for (let symbol = ofSymbols.from; symbol < ofSymbols.to; symbol++) {
    copied.symbols[symbol] = rows.symbols.length;
    rows.symbols.push({ ...symbols.row(symbol), file });
  }
  const ofChunks = chunks.ofFile(before);
  for (let chunk = ofChunks.from; chunk < ofChunks.to; chunk++) {
    copied.chunks[chunk] = rows.chunks.length;
    const symbol = chunks.symbols[chunk] ?? -1;
    const [start, end] = [chunks.starts[chunk] ?? 1, chunks.ends[chunk] ?? 1];
    rows.chunks.push({ file, start, end, symbol: symbol < 0 ? -1 : symbol + shift });
  }
}

async function deriveIssues(
  bases: readonly Base[],
  issueCount: number,
  tools: { readonly number: number; readonly tracker: string; readonly random: () => number; readonly blobs: Blobs },
): Promise<IssuesPart> {
  const { number, tracker, random, blobs } = tools;
  const share = issueCount / bases.reduce((sum, { issueTable }) => sum + issueTable.length, 0);
  const table = new IssueTableWriter();
  const pack = new ContentPackWriter();
  const filters = new TextFilterWriter();
  const inputs: MergeInput[] = [];
  for (const { issueTable, issueTexts, issueFilters, segments } of bases) {
    const selection = places(issueTable.length, share, random, table.length);
    selection.places.forEach((issue, before) => {
      if (issue < 0) return;
      const row = { ...issueTable.row(before), id: `i${number}-${issue}`, key: `#${issue + 1}`, source: tracker };
      table.add({ ...row, body: "", comments: "" });
      pack.add(Buffer.from(issueTexts.bytes(before)));
      filters.copy(issueFilters, before);
    });
    inputs.push({ segment: segments.issues, places: selection.places });
  }
  return {
    builtAt: new Date().toISOString(),
    issues: table.length,
    segment: await blobs.put(mergeSegments(inputs, table.length, 4)),
    content: [await blobs.put(pack.finish())],
    filters: await blobs.put(filters.finish()),
    table: await blobs.put(table.finish()),
  };
}
