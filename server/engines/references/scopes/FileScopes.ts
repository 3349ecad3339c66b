import type { ScopedName } from "../../../index/text/scopes/scopedNames.ts";

/** The names of one file. */
export class FileScopes {
  readonly names: readonly ScopedName[];
  readonly #byName = new Map<string, ScopedName[]>();

  constructor(names: readonly ScopedName[]) {
    this.names = names;
    for (const one of names) {
      const same = this.#byName.get(one.name);
      if (same) same.push(one);
      else this.#byName.set(one.name, [one]);
    }
  }

  named(name: string): readonly ScopedName[] {
    return this.#byName.get(name) ?? [];
  }

  /** The definition that is written at an offset. */
  at(name: string, from: number): ScopedName | null {
    return this.named(name).find((one) => one.from === from) ?? null;
  }

  /** What a plain name at an offset means: the definition of the innermost scope around it that has one; members are left out. */
  resolve(name: string, offset: number): ScopedName | null {
    let best: ScopedName | null = null;
    for (const one of this.named(name)) {
      if (one.from === offset) {
        return isMember(one) ? one : first(this.named(name), one);
      }
      if (isMember(one) || one.scopeFrom > offset || one.scopeTo <= offset) continue;
      if (best === null || one.scopeTo - one.scopeFrom < best.scopeTo - best.scopeFrom) best = one;
    }
    return best;
  }
}

/** Whether a name is none that is used without something before it. */
export const isMember = ({ kind }: ScopedName): boolean => kind === "member" || kind === "key";

/** A variable that is assigned several times is defined by the first one. */
const first = (names: readonly ScopedName[], one: ScopedName): ScopedName =>
  names.find(
    (other) => other.kind === one.kind && other.scopeFrom === one.scopeFrom && other.scopeTo === one.scopeTo,
  ) ?? one;
