/** A name that a file takes from another module, or passes on. */
export interface ImportBinding {
  /** As the file calls it; empty for all names of the module (`from m import *`, `import a.b.*`, an include). */
  readonly local: string;
  /** As the module calls it: `*` for the module itself or all of its names, `default` for its default export. */
  readonly imported: string;
  /** As written: `./a`, `a.b.c`, `a/b`, `crate::a`. */
  readonly module: string;
  /** Whether the file exports it again. */
  readonly isExport: boolean;
}

export const binding = (local: string, imported: string, module: string, isExport = false): ImportBinding => ({
  local,
  imported,
  module,
  isExport,
});
