import { commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import type { DocumentCollection } from "./DocumentCollection.ts";
import { RepositoryCollection } from "./RepositoryCollection.ts";
import { wikisOf } from "./wikisOf.ts";
import { memoize } from "../../memoize.ts";

/** Every collection of a project's index: its repositories, then its wikis. Built once for an opened index. */
export const documentCollectionsOf = memoize((index: OpenedIndex): readonly DocumentCollection[] => [
  ...index.code.map((code) => {
    const commits = commitsOf(index, code.part.source);
    return new RepositoryCollection(code, commits ?? null);
  }),
  ...(index.pages ? wikisOf(index.pages).values() : []),
]);

/** The collection of a source; undefined for one that is not indexed. */
export const collectionOf = (index: OpenedIndex, source: string): DocumentCollection | undefined =>
  documentCollectionsOf(index).find((collection) => collection.source === source);
