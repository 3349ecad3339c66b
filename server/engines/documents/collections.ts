import type { OpenedIndex } from "../../index/indexStore.ts";
import type { DocumentCollection } from "./DocumentCollection.ts";
import { RepositoryCollection } from "./RepositoryCollection.ts";
import { WikiCollection } from "./WikiCollection.ts";

const known = new WeakMap<OpenedIndex, readonly DocumentCollection[]>();

/** Every collection of a project's index: its repositories, then its wikis. Built once for an opened index. */
export function collectionsOf(index: OpenedIndex): readonly DocumentCollection[] {
  let collections = known.get(index);
  if (!collections) {
    const { pages } = index;
    const wikis = new Set<string>();
    if (pages) for (let page = 0; page < pages.table.length; page++) wikis.add(pages.table.source(page));
    collections = [
      ...index.code.map((code) => {
        const commits = index.commits.find(({ part }) => part.source === code.part.source);
        return new RepositoryCollection(code, commits ?? null);
      }),
      ...(pages ? [...wikis].map((source) => new WikiCollection(pages, source)) : []),
    ];
    known.set(index, collections);
  }
  return collections;
}
