import type { FoundDocument } from "../../../contract/documents.ts";
import type { DocumentCollection } from "./DocumentCollection.ts";
import { matchWords } from "./fuzzyPath.ts";

const lowered = new WeakMap<DocumentCollection, readonly string[]>();
/** Letters that grow or shrink in lower case would shift the places of all that follow. */
const lowerKeepingLength = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
};

function lowerPaths(collection: DocumentCollection): readonly string[] {
  let paths = lowered.get(collection);
  if (!paths) {
    paths = documentsOf(collection).map((document) => lowerKeepingLength(collection.pathOf(document)));
    lowered.set(collection, paths);
  }
  return paths;
}

const documentsOf = (collection: DocumentCollection): number[] =>
  collection.kind === "wiki"
    ? collection.pages().map(({ document }) => document)
    : Array.from({ length: collection.length }, (_, document) => document);

/** Documents by a part of their path, best first. `typed` is the user's input, in any case. */
export function findDocuments(
  collections: readonly DocumentCollection[],
  typed: string,
  limit: number,
): FoundDocument[] {
  const words = typed.toLowerCase().replaceAll("\\", "/").split(/\s+/).filter(Boolean).slice(0, 8);
  const best: { found: FoundDocument; score: number }[] = [];
  for (const collection of collections) {
    const paths = lowerPaths(collection);
    const documents = collection.kind === "wiki" ? documentsOf(collection) : null;
    paths.forEach((lower, place) => {
      // Most paths lack some letter, and are rejected without decoding their original spelling.
      if (!words.every((word) => hasLetters(lower, word))) return;
      const document = documents?.[place] ?? place;
      const path = collection.pathOf(document);
      const match = matchWords(path, lower, words);
      if (!match) return;
      const worst = best.at(-1);
      if (best.length >= limit && worst && match.score <= worst.score) return;
      const found = {
        source: collection.source,
        path,
        title: collection.titleOf(document),
        matched: [...match.matched],
      };
      const at = best.findIndex(({ score }) => score < match.score);
      best.splice(at < 0 ? best.length : at, 0, { found, score: match.score });
      if (best.length > limit) best.pop();
    });
  }
  return best.map(({ found }) => found);
}

function hasLetters(text: string, letters: string): boolean {
  let at = -1;
  for (let letter = 0; letter < letters.length; letter++) {
    at = text.indexOf(letters.charAt(letter), at + 1);
    if (at < 0) return false;
  }
  return true;
}
