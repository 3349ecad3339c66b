import type { FilePlace } from "../imports/ModuleResolver.ts";

/**
 * How a name was tied to a definition: by an uploaded index, the scopes of its file, an import, the type of what is before the dot, the files of the same
 * folder or package, or by the name alone.
 */
export const EVIDENCE = ["index", "scope", "import", "receiver", "package", "name"] as const;
export type DefinitionEvidence = (typeof EVIDENCE)[number];

/** A definition of a name. Offsets are UTF-16 units. */
export interface Definition {
  readonly place: FilePlace;
  readonly name: string;
  /** Offset of the name where it is defined; 0 for a whole file. */
  readonly from: number;
  readonly kind: "local" | "top" | "member" | "file";
  /** Row of the symbol table; -1 for a name that is no symbol, such as a variable. */
  readonly symbol: number;
  /** The type that it is a member of, or empty. */
  readonly container: string;
  /** Bounds of the scope of a local name, in UTF-16 units. */
  readonly scopeFrom: number;
  readonly scopeTo: number;
  readonly evidence: DefinitionEvidence;
}

export const withEvidence = (definitions: readonly Definition[], evidence: DefinitionEvidence): Definition[] =>
  definitions.map((definition) => ({ ...definition, evidence }));
