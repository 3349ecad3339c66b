import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { collectionsOf } from "./collections/collections.ts";
import { staticBoosts } from "./scoring/scoring.ts";
import { search } from "./search.ts";
import type { SearchPeople } from "./collections/searchPeople.ts";

const warm = new WeakMap<OpenedIndex, Promise<void>>();
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Works out what the first search of an index would otherwise wait for: the columns of the facets, the ages of files, the names of
 * people, the names of files. In steps, between which others have their turn; a second call joins the first.
 */
export function warmIndex(index: OpenedIndex, people?: SearchPeople): Promise<void> {
  let work = warm.get(index);
  // What is wrong with an index is for the search itself to say.
  if (!work) warm.set(index, (work = inSteps(index, people).catch(() => undefined)));
  return work;
}

async function inSteps(index: OpenedIndex, people: SearchPeople | undefined): Promise<void> {
  await pause();
  for (const collection of collectionsOf(index, people)) {
    await pause();
    staticBoosts(collection);
  }
  for (const { files, symbols } of index.code) {
    await pause();
    files.named("");
    files.spelled("");
    symbols?.table.named("");
  }
  for (const { table } of index.commits) {
    await pause();
    table.withHash("0000");
  }
  // The engine's own code is compiled by being used: a word, a name that is nowhere, a phrase.
  for (const q of ["index", "parse the file name", '"is not"', "setValue"]) {
    await pause();
    search(index, { q, budgetMs: 5, ...(people && { people }) });
  }
}
