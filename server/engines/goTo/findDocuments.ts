import type { FoundDocument } from "../../../contract/documents/documents.ts";
import { TypedName } from "../../../contract/matching/nameMatch.ts";
import { memoize } from "../../memoize.ts";
import type { DocumentCollection } from "../documents/DocumentCollection.ts";
import { TopK } from "../ranking/TopK.ts";
import { eachName } from "./foundNames.ts";
import { GO_TO_CONSTANTS } from "./goToWeights.ts";
import { nameColumnOf } from "./nameColumn.ts";

const MAX_WORDS = 8;

/** The documents of a collection with their paths. */
const pathsOf = memoize((collection: DocumentCollection) => {
  const documents =
    collection.kind === "wiki"
      ? collection.pages().map(({ document }) => document)
      : Array.from({ length: collection.length }, (_, document) => document);
  return {
    documents,
    names: nameColumnOf(
      documents.map((document) => collection.pathOf(document)),
      "path",
    ),
  };
});

/** Documents by a part of their path, best first; the shortest paths if nothing was typed. `typed` is the user's input, in any case. */
export function findDocuments(
  collections: readonly DocumentCollection[],
  typed: string,
  limit: number,
): FoundDocument[] {
  const words = typed.replaceAll("\\", "/").split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const together = new TypedName(words.join(" "));
  const separate = words.length > 1 ? words.map((word) => new TypedName(word)).filter(({ isEmpty }) => !isEmpty) : [];
  const best = new TopK(limit);
  collections.forEach((collection, member) => {
    const { documents, names } = pathsOf(collection);
    const scoreOf = (from: number, to: number, at: number): number => {
      if (words.length === 0) return 1;
      const masks = { name: names.baseMasks?.[at] ?? 0, path: names.masks[at] ?? 0 };
      const score = together.scorePath(names.letters, from, to, masks);
      if (score > 0 || separate.length === 0) return score;
      return (
        GO_TO_CONSTANTS.separateWords.value *
        Math.min(...separate.map((word) => word.scorePath(names.letters, from, to, masks)))
      );
    };
    eachName(names, scoreOf, (at, score) => {
      const length = (names.offsets[at + 1] ?? 0) - (names.offsets[at] ?? 0);
      best.offer(member, documents[at] ?? 0, score + length * GO_TO_CONSTANTS.pathByte.value);
    });
  });
  return best.sorted().flatMap(({ documentRef: { member, document } }) => {
    const collection = collections[member];
    if (!collection) return [];
    const path = collection.pathOf(document);
    const matched = matchedLetters(path, words);
    return [{ source: collection.source, path, title: collection.titleOf(document), matched }];
  });
}

/** Positions of the letters of a path that the words match, ascending; a word with a typing mistake has none. */
function matchedLetters(path: string, words: readonly string[]): number[] {
  const lower = lowerKeepingLength(path);
  const positions = words.flatMap((word) => positionsOf(lower, word.toLowerCase()));
  return [...new Set(positions)].sort((a, b) => a - b);
}

/** The last whole run of a word, or else its letters from the end, so that `index` marks the file and not a folder above it. */
function positionsOf(lower: string, word: string): number[] {
  const start = lower.lastIndexOf(word);
  if (start >= 0) return Array.from(word, (_, at) => start + at);
  const positions: number[] = [];
  let end = lower.length;
  for (const letter of Array.from(word).reverse()) {
    end = end === 0 ? -1 : lower.lastIndexOf(letter, end - 1);
    if (end < 0) return [];
    positions.push(end);
  }
  return positions;
}

/** Letters that grow or shrink in lower case would shift the positions of all that follow. */
const lowerKeepingLength = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
};
