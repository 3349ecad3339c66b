/** Kinds of symbols that have a text in the app. Free of zod, so that the web app may import it. */

export const SYMBOL_KINDS = [
  "function",
  "method",
  "class",
  "interface",
  "type",
  "constant",
  "variable",
  "module",
  "enum",
  "struct",
  "trait",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** A kind as the index names it; `other` for one without a text. */
export const symbolKindOf = (kind: string): SymbolKind | "other" =>
  SYMBOL_KINDS.find((symbolKind) => symbolKind === kind) ?? "other";
