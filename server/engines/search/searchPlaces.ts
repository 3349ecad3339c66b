import type { OpenedCode, OpenedIndex } from "../../index/OpenedIndex.ts";
import { TopK, type ScoredDocument } from "../ranking/TopK.ts";
import type { DocumentRef } from "../ranking/DocumentRef.ts";
import { collectionsOf } from "./collections/collections.ts";
import { type ChunkMatches, matchChunks } from "./scoring/chunkMatch.ts";
import { exactHits } from "./collections/exact.ts";
import { type GroupMatches, MAX_MATCH_BITS, countBits, matchGroup } from "./scoring/match.ts";
import { FunctionComparer, type FunctionFeatures } from "./scoring/functionFeatures.ts";
import { proseFiles } from "./collections/proseFiles.ts";
import { createScoring } from "./scoring/scoring.ts";
import { calleeFeedback } from "./scoring/calleeFeedback.ts";
import { type SearchTerm, parseTerms } from "./query/queryTerms.ts";
import { namesTask } from "./query/namesTask.ts";
import { withScratch } from "./scoring/ScratchPool.ts";
import { SEARCH_WEIGHTS } from "./searchWeights.ts";

/** A place in the code: a file, and the first line of the definition in it that answers best. */
export interface RankedPlace {
  readonly path: string;
  readonly line: number | null;
  readonly score: number;
}

/** Files whose functions are ranked among each other. */
const MAX_FILES_INSIDE = 30;
/** Number of files whose functions are compared with the sentence, and of functions of each, the best by their words. */
const FILES_COMPARED = 15;
const FUNCTIONS_COMPARED = 5;
/** The first places are of distinct files, up to this number; further functions of these files follow. */
const FILES_FIRST = 3;
/** Boost of a definition that the best answers use: for its file and for the function itself (docs/engines-measured.md). */
const CALLEE_FILE = SEARCH_WEIGHTS.calleeFile.weight;
const CALLEE_FUNCTION = SEARCH_WEIGHTS.calleeFunction.weight;
const TASK_PAGE = SEARCH_WEIGHTS.taskPage.weight;
/** Also of up to three words: a sentence names no file by all of them. */
const REQUIRED_WORDS = SEARCH_WEIGHTS.requiredWords.weight;
/**
 * Weights of a function's words and of its name features, relative to its file's 1: fitted on the development repositories, rounded
 * (docs/engines-measured.md).
 */
const VALUE = SEARCH_WEIGHTS.functionWords.weight;
const FUNCTION_WEIGHTS: Readonly<Record<keyof FunctionFeatures, number>> = {
  name: SEARCH_WEIGHTS.functionName.weight,
  sentence: SEARCH_WEIGHTS.functionSentence.weight,
  around: SEARCH_WEIGHTS.functionAround.weight,
  head: SEARCH_WEIGHTS.functionHead.weight,
  body: SEARCH_WEIGHTS.functionBody.weight,
  verb: SEARCH_WEIGHTS.functionVerb.weight,
};

/**
 * Ranks places in the code for a sentence, for callers that need only the order: no counts, no facets, no snippets. The text is parsed as
 * plain words; exact names in it rank first.
 */
export function searchPlaces(index: OpenedIndex, text: string, limit: number): RankedPlace[] {
  return withScratch((scratch) => {
    const { words } = parseTerms(index, [text]);
    const contentTerms = Math.min(MAX_MATCH_BITS, words.filter(({ isStopWord }) => !isStopWord).length);
    const match = matchGroup(scratch, index.codeGroup, words);
    const chunks = matchChunks(scratch, index, words, match);
    addCalleeFeedback(index, chunks);
    const pageFactor = namesTask(text) ? TASK_PAGE : 1;
    const files = bestFiles(index, match, chunks, Math.ceil(contentTerms * REQUIRED_WORDS), limit, pageFactor);
    const top = Math.max(1e-9, files[0]?.score ?? 0);
    const finder = new PlaceFinder(index, words, chunks);
    const places = files.flatMap((file, rank) =>
      finder.placesIn(file.documentRef, rank).map((place, at) => ({
        path: index.code[file.documentRef.member]?.files.path(file.documentRef.document) ?? "",
        line: place.line,
        score: file.score / top + place.value,
        isFirst: at === 0,
      })),
    );
    return distinctPlaces([...exactPlaces(index, text), ...filesFirst(places)], limit);
  });
}

type OpenedSymbols = NonNullable<OpenedCode["symbols"]>;

/** A line in a file, and what it adds to the score of the file. */
interface PlaceInFile {
  readonly line: number | null;
  readonly value: number;
}

/** Finds the functions and sections of a file that answer a sentence. */
class PlaceFinder {
  readonly #index: OpenedIndex;
  readonly #chunks: ChunkMatches;
  readonly #comparer: FunctionComparer;

  constructor(index: OpenedIndex, words: readonly SearchTerm[], chunks: ChunkMatches) {
    this.#index = index;
    this.#chunks = chunks;
    this.#comparer = new FunctionComparer(index, words);
  }

  /** At least one place, best first. @param rank of the file, from 0 */
  placesIn({ member, document: file }: DocumentRef, rank: number): PlaceInFile[] {
    const code = this.#index.code[member];
    const values = code && this.#chunks.values[this.#index.codeWithSymbols.indexOf(code)];
    const fullFile = (): PlaceInFile => ({
      line: lineOfChunk(this.#index, member, (this.#chunks.bestOf[member]?.[file] ?? 0) - 1),
      value: 0,
    });
    if (!code?.symbols || !values || rank >= MAX_FILES_INSIDE) return [fullFile()];
    if (proseFiles(code).prose[file] === 1) {
      const sections = sectionsIn(code.symbols, file, values);
      return sections.length > 0 ? sections : [{ line: null, value: 0 }];
    }
    const functions = this.#functionsIn(code, code.symbols, file, values, rank);
    return functions.length > 0 ? functions : [fullFile()];
  }

  /** The words alone determine the scores of a file's functions; the name features determine which function gets which score. */
  #functionsIn(
    code: OpenedCode,
    symbols: OpenedSymbols,
    file: number,
    values: Float32Array,
    rank: number,
  ): PlaceInFile[] {
    const byWords = [...bestChunkOfSymbols(symbols, file, values)].sort((a, b) => b[1] - a[1]);
    const byNames = byWords
      .slice(0, rank < FILES_COMPARED ? FUNCTIONS_COMPARED : 0)
      .map(([symbol, value]) => ({ symbol, fit: VALUE * value + similarity(this.#comparer.featuresOf(code, symbol)) }))
      .sort((a, b) => b.fit - a.fit);
    return byWords.map(([symbol, value], at) => ({
      line: symbols.table.start(byNames[at]?.symbol ?? symbol),
      value,
    }));
  }
}

/** The sections of a page that have any of the words, best first. */
function sectionsIn({ chunks }: OpenedSymbols, file: number, values: Float32Array): PlaceInFile[] {
  const places: PlaceInFile[] = [];
  const { from, to } = chunks.ofFile(file);
  for (let chunk = from; chunk < to; chunk++) {
    const value = values[chunk] ?? 0;
    if (value > 0) places.push({ line: chunks.starts[chunk] ?? 1, value });
  }
  return places.sort((a, b) => b.value - a.value);
}

/** The symbols of a file that have any of the words, each with the value of its best chunk. */
function bestChunkOfSymbols({ chunks }: OpenedSymbols, file: number, values: Float32Array): Map<number, number> {
  const best = new Map<number, number>();
  const { from, to } = chunks.ofFile(file);
  for (let chunk = from; chunk < to; chunk++) {
    const symbol = chunks.symbols[chunk] ?? -1;
    const value = values[chunk] ?? 0;
    if (symbol >= 0 && value > (best.get(symbol) ?? 0)) best.set(symbol, value);
  }
  return best;
}

/** Adds what definitions gain by their users to the values of functions and the points of files that have any of the words. */
function addCalleeFeedback(index: OpenedIndex, chunks: ChunkMatches): void {
  calleeFeedback(index, chunks).forEach((callees, member) => {
    const code = index.codeWithSymbols[member];
    const table = code?.symbols;
    const points = code && chunks.points[index.code.indexOf(code)];
    const values = chunks.values[member];
    if (!table || !points || !values) return;
    const byFile = new Map<number, number>();
    for (const [symbol, value] of callees) {
      const file = table.table.file(symbol);
      byFile.set(file, Math.max(value, byFile.get(file) ?? 0));
    }
    for (const [file, value] of byFile) {
      if ((points[file] ?? 0) === 0) continue;
      points[file] = (points[file] ?? 0) + CALLEE_FILE * value * chunks.scale;
      const { from, to } = table.chunks.ofFile(file);
      for (let chunk = from; chunk < to; chunk++) {
        const used = callees.get(table.chunks.symbols[chunk] ?? -1);
        if (used !== undefined && (values[chunk] ?? 0) > 0)
          values[chunk] = (values[chunk] ?? 0) + CALLEE_FUNCTION * used;
      }
    }
  });
}

/** The best files of code and prose, best first. @param pageFactor on the scores of prose */
function bestFiles(
  index: OpenedIndex,
  match: GroupMatches,
  chunks: ChunkMatches,
  minimumShouldMatch: number,
  limit: number,
  pageFactor: number,
): ScoredDocument[] {
  const scoredDocuments: ScoredDocument[] = [];
  for (const collection of collectionsOf(index)) {
    if (collection.group !== index.codeGroup) continue;
    const { score } = createScoring(index, collection, match, chunks, minimumShouldMatch);
    const best = new TopK(limit);
    const factor = collection.kind === "document" ? pageFactor : 1;
    match.touched.forEach(({ list, count }, member) => {
      const belongs = collection.membership?.[member];
      const words = match.bits[member];
      const points = match.scores[member];
      for (let at = 0; at < count; at++) {
        const file = list[at] ?? 0;
        if (belongs?.[file] === 0 || points?.[file] === 0) continue;
        best.offer(member, file, factor * score(member, file, countBits(words?.[file] ?? 0)));
      }
    });
    scoredDocuments.push(...best.sorted());
  }
  return scoredDocuments.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** The first `limit` places without duplicates. */
function distinctPlaces(places: readonly RankedPlace[], limit: number): RankedPlace[] {
  const seen = new Set<string>();
  const distinct: RankedPlace[] = [];
  for (const place of places) {
    if (distinct.length >= limit) break;
    const key = `${place.line} ${place.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    distinct.push(place);
  }
  return distinct;
}

const similarity = (features: FunctionFeatures): number => {
  let sum = 0;
  for (const name of Object.keys(FUNCTION_WEIGHTS) as (keyof FunctionFeatures)[])
    sum += FUNCTION_WEIGHTS[name] * features[name];
  return sum;
};

/** The best place of each of the first files in the order of the files, then all others by their own score. */
function filesFirst(places: readonly (RankedPlace & { readonly isFirst: boolean })[]): RankedPlace[] {
  const first = places.filter(({ isFirst }) => isFirst).slice(0, FILES_FIRST);
  const taken = new Set(first);
  const rest = places.filter((place) => !taken.has(place)).sort((a, b) => b.score - a.score);
  const least = Math.min(...first.map(({ score }) => score), Infinity);
  // Scores go down with the order, also where a later function of an early file fits better than the early one of a later file.
  return [...first, ...rest].map(({ path, line, score }, at) => ({
    path,
    line,
    score: at < first.length ? Math.min(score, ...first.slice(0, at).map((hit) => hit.score)) : Math.min(score, least),
  }));
}

function exactPlaces(index: OpenedIndex, text: string): RankedPlace[] {
  const collections = collectionsOf(index);
  return exactHits(index, text).flatMap(({ kind, documentRef, line }) => {
    const collection = collections.find((candidate) => candidate.kind === kind);
    const path = collection?.path(documentRef) ?? null;
    return path === null ? [] : [{ path, line: line ?? collection?.line(documentRef) ?? null, score: 3 }];
  });
}

function lineOfChunk(index: OpenedIndex, member: number, chunk: number): number | null {
  const symbols = index.code[member]?.symbols;
  if (!symbols || chunk < 0) return null;
  const symbol = symbols.chunks.symbols[chunk] ?? -1;
  return symbol >= 0 ? symbols.table.start(symbol) : (symbols.chunks.starts[chunk] ?? null);
}
