import type { FilterName } from "./searchFilters.ts";

/** A range of a query: offsets into its text, the end excluded. */
interface Placed {
  readonly at: number;
  readonly end: number;
}

export interface WordNode extends Placed {
  readonly kind: "word";
  readonly text: string;
}
export interface PhraseNode extends Placed {
  readonly kind: "phrase";
  readonly text: string;
}
export interface RegexNode extends Placed {
  readonly kind: "regex";
  /** Between the slashes, as written. */
  readonly pattern: string;
  readonly ignoreCase: boolean;
}
export interface FilterNode extends Placed {
  readonly kind: "filter";
  readonly name: FilterName;
  /** In the filter's own spelling. */
  readonly value: string;
}
export type LeafNode = WordNode | PhraseNode | RegexNode | FilterNode;
export interface NotNode {
  readonly kind: "not";
  readonly child: QueryNode;
}
export interface GroupNode {
  readonly kind: "and" | "or";
  readonly children: readonly QueryNode[];
}
export type QueryNode = LeafNode | NotNode | GroupNode;

export const MISTAKE_CODES = [
  "unclosedQuote",
  "unclosedRegex",
  "badRegex",
  "unclosedParenthesis",
  "extraParenthesis",
  "unknownFilter",
  "unknownValue",
  "badDate",
  "emptyFilter",
  "danglingOperator",
  "tooLong",
] as const;
export type MistakeCode = (typeof MISTAKE_CODES)[number];

/** A probable mistake in the query. */
export interface QueryMistake extends Placed {
  readonly code: MistakeCode;
  /** The text in that range. */
  readonly found: string;
  /** The replacement for the range from `at` to `end`; null when none is known. */
  readonly fix: string | null;
}

export interface ParsedQuery {
  /** Groups inside groups of the same kind are flattened; an empty query is an "and" of nothing. */
  readonly root: GroupNode;
  readonly mistakes: readonly QueryMistake[];
}

/** The leaves of a query in reading order, and whether each is negated. */
export function leavesOf(node: QueryNode, isExcluded = false): { leaf: LeafNode; isExcluded: boolean }[] {
  if (node.kind === "not") return leavesOf(node.child, !isExcluded);
  if ("children" in node) return node.children.flatMap((child) => leavesOf(child, isExcluded));
  return [{ leaf: node, isExcluded }];
}
