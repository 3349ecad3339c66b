import type { SearchAnswer } from "../../../contract/search.ts";
import type { FacetName } from "./collections.ts";

type Facets = SearchAnswer["facets"];
const NAMES: readonly FacetName[] = ["repository", "language", "folder", "author", "state", "label"];
const MOST_VALUES = 30;

/** Counts what the results can be narrowed to. */
export class FacetCounts {
  counted = 0;
  readonly #kinds = new Map<string, number>();
  readonly #counts: Readonly<Record<FacetName, Map<string, number>>> = {
    repository: new Map(),
    language: new Map(),
    folder: new Map(),
    author: new Map(),
    state: new Map(),
    label: new Map(),
  };

  addKind(kind: string): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  add(values: Partial<Record<FacetName, readonly string[]>>): void {
    this.counted++;
    for (const name of NAMES) {
      const counts = this.#counts[name];
      for (const value of values[name] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }

  done(): Facets {
    const { repository, language, folder, author, state, label } = this.#counts;
    return {
      kind: sorted(this.#kinds),
      repository: sorted(repository),
      language: sorted(language),
      folder: sorted(folder),
      author: sorted(author),
      state: sorted(state),
      label: sorted(label),
    };
  }
}

function sorted(counts: ReadonlyMap<string, number>): Facets["kind"] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}
