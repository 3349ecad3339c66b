import type { ScopedName } from "../../../index/text/scopes/scopedNames.ts";

/** The names of one file. */
export class FileScopes {
  readonly names: readonly ScopedName[];
  readonly #byName = new Map<string, ScopedName[]>();

  constructor(names: readonly ScopedName[]) {
    this.names = names;
    for (const scoped of names) {
      const same = this.#byName.get(scoped.name);
      if (same) same.push(scoped);
      else this.#byName.set(scoped.name, [scoped]);
    }
  }

  named(name: string): readonly ScopedName[] {
    return this.#byName.get(name) ?? [];
  }

  /** The definition that is written at an offset. */
  definitionAt(name: string, from: number): ScopedName | null {
    return this.named(name).find((scoped) => scoped.from === from) ?? null;
  }

  /** What a plain name at an offset means: the definition of the innermost scope around it that has one; members are left out. */
  resolve(name: string, offset: number): ScopedName | null {
    let best: ScopedName | null = null;
    for (const scoped of this.named(name)) {
      if (scoped.from === offset) {
        return isMember(scoped) ? scoped : firstAssignment(this.named(name), scoped);
      }
      if (isMember(scoped) || scoped.scopeFrom > offset || scoped.scopeTo <= offset) continue;
      if (best === null || scoped.scopeTo - scoped.scopeFrom < best.scopeTo - best.scopeFrom) best = scoped;
    }
    return best;
  }
}

/** Whether a name is none that is used without something before it. */
export const isMember = ({ kind }: ScopedName): boolean => kind === "member" || kind === "key";

/** A variable that is assigned several times is defined by the first one. */
const firstAssignment = (names: readonly ScopedName[], scoped: ScopedName): ScopedName =>
  names.find(
    (other) => other.kind === scoped.kind && other.scopeFrom === scoped.scopeFrom && other.scopeTo === scoped.scopeTo,
  ) ?? scoped;
