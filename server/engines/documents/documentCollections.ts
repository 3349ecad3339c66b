import type { OpenedIndex } from "../../index/indexCache.ts";
import type { DocumentCollection } from "./DocumentCollection.ts";
import { RepositoryCollection } from "./RepositoryCollection.ts";
import { wikisOf } from "./wikisOf.ts";

const known = new WeakMap<OpenedIndex, readonly DocumentCollection[]>();

/** Every collection of a project's index: its repositories, then its wikis. Built once for an opened index. */
export function documentCollectionsOf(index: OpenedIndex): readonly DocumentCollection[] {
  let collections = known.get(index);
  if (!collections) {
    const { pages } = index;
    collections = [
      ...index.code.map((code) => {
        const commits = index.commits.find(({ part }) => part.source === code.part.source);
        return new RepositoryCollection(code, commits ?? null);
      }),
      ...(pages ? wikisOf(pages).values() : []),
    ];
    known.set(index, collections);
  }
  return collections;
}
