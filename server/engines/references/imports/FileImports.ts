import type { ImportBinding } from "./importTypes.ts";

const NONE: readonly ImportBinding[] = [];

/** The imports of one file by both of their names. */
export class FileImports {
  readonly all: readonly ImportBinding[];
  readonly #byLocal: ReadonlyMap<string, readonly ImportBinding[]>;
  readonly #byImported: ReadonlyMap<string, readonly ImportBinding[]>;

  constructor(all: readonly ImportBinding[]) {
    this.all = all;
    this.#byLocal = Map.groupBy(all, ({ local }) => local);
    this.#byImported = Map.groupBy(all, ({ imported }) => imported);
  }

  /** Those that the file calls so; an empty name for imports of all names of a module. */
  bindingsOf(local: string): readonly ImportBinding[] {
    return this.#byLocal.get(local) ?? NONE;
  }

  /** Those of what its module calls so. */
  importsOfName(imported: string): readonly ImportBinding[] {
    return this.#byImported.get(imported) ?? NONE;
  }
}
