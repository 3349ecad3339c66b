import type { ScorePart } from "../../../contract/search.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import type { ChunkMatch } from "./chunkMatch.ts";
import type { Collection } from "./collection.ts";
import { type GroupMatch } from "./match.ts";

const DAY = 86_400_000;
/** What something new gains, and the days after which a third of that is left. */
const RECENCY = 0.1;
const RECENCY_DAYS = 180;
/** How much a document loses that has only the needed part of the words. */
const COVERAGE = 0.12;

/** Scores of one collection's documents, and the parts that they are made of. */
export interface Scoring {
  readonly score: (member: number, document: number, words: number) => number;
  /** Adds up to the score. */
  readonly parts: (member: number, document: number, words: number) => ScorePart[];
}

const newest = new WeakMap<Collection, number>();

/** `needed`: the words that every document has at least. */
export function createScoring(
  index: OpenedIndex,
  collection: Collection,
  match: GroupMatch,
  chunks: ChunkMatch | null,
  needed: number,
): Scoring {
  const points = collection.group === index.codeGroup ? chunks?.points : undefined;
  const newestTime = newestOf(collection);
  const factors = (member: number, document: number, words: number) => {
    const time = collection.time(member, document);
    return {
      // A query of filters alone has no words that score: everything starts equal.
      words: match.scores[member]?.[document] || BASE,
      part: points?.[member]?.[document] ?? 0,
      coverage: needed === 0 ? 1 : (Math.max(words, 1) / needed) ** COVERAGE,
      recency: time === 0 ? 1 : 1 + RECENCY * Math.exp((time - newestTime) / (RECENCY_DAYS * DAY)),
      standing: collection.standing(member, document),
    };
  };
  return {
    score: (member, document, count) => {
      const { words, part, coverage, recency, standing } = factors(member, document, count);
      return (words + part) * coverage * recency * standing;
    },
    parts: (member, document, count) => {
      const { words, part, coverage, recency, standing } = factors(member, document, count);
      const text = words + part;
      const all: ScorePart[] = [
        { code: "words", points: words },
        { code: "part", points: part },
        { code: "coverage", points: text * (coverage - 1) },
        { code: "recency", points: text * coverage * (recency - 1) },
        { code: "standing", points: text * coverage * recency * (standing - 1) },
      ];
      return all.filter((one) => one.points !== 0);
    },
  };
}

const BASE = 1e-3;

function newestOf(collection: Collection): number {
  let most = newest.get(collection);
  if (most === undefined) {
    most = 0;
    collection.group.members.forEach(({ segment }, member) => {
      for (let document = 0; document < segment.documents; document++)
        most = Math.max(most ?? 0, collection.time(member, document));
    });
    newest.set(collection, most);
  }
  return most;
}
