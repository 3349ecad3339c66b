import { escapePattern } from "../../../../contract/query/escapePattern.ts";
import { type GroupNode, type QueryNode, leavesOf } from "../../../../contract/query/queryNodes.ts";
import type { SearchMistake } from "../../../../contract/search/search.ts";
import { parseQuery } from "../../../../contract/query/searchQuery.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import { type Pattern, compilePattern } from "../patterns/compilePattern.ts";
import { type PhraseMatcher, phraseMatcher } from "../patterns/phraseText.ts";
import { type PhraseName, namesOfPhrase } from "../patterns/phrases.ts";
import { gramsOfPhrase } from "../patterns/requiredGrams.ts";
import { worded } from "./mistakeText.ts";
import { type MissingTerm, type SearchTerm, parseTerms } from "./queryTerms.ts";

/** A leaf of a condition, with what is worked out once per search. */
export type Condition =
  | { readonly kind: "words"; readonly words: readonly SearchTerm[] }
  | (PhraseMatcher & {
      readonly kind: "phrase";
      /** Names that a text with the phrase has. */
      readonly names: readonly PhraseName[];
      readonly required: RequiredGrams;
    })
  | { readonly kind: "regex"; readonly pattern: Pattern }
  | { readonly kind: "filter"; readonly node: Extract<QueryNode, { kind: "filter" }> }
  | { readonly kind: "not"; readonly child: Condition }
  | { readonly kind: "and" | "or"; readonly children: readonly Condition[] };

/** A query as the engine works on it. */
export interface Plan {
  readonly text: string;
  /** The free words as written: what may name a thing by its identity. */
  readonly name: string;
  /** All words that are looked for, those of phrases too: they rank. */
  readonly words: readonly SearchTerm[];
  /** How many of them, the first ones, may be missing from a document when there are many. */
  readonly free: number;
  /** Further conditions on a document. */
  readonly conditions: readonly Condition[];
  readonly phrases: readonly PhraseMatcher[];
  readonly patterns: readonly Pattern[];
  readonly missing: readonly MissingTerm[];
  /** Words of alternatives and groups, as written, without those of phrases. */
  readonly boundTexts: readonly string[];
  readonly mistakes: readonly SearchMistake[];
}

/**
 * Reads a query for an index. Free words are weighed; everything else is a condition.
 * @param knownWords words that another index of the same search has, see `parseTerms`
 */
export function planQuery(index: OpenedIndex, text: string, knownWords?: ReadonlySet<string>): Plan {
  const parsed = parseQuery(text);
  const { root, compiled, mistakes } = compilePatterns(parsed.root, text);
  const top = root.kind === "and" ? root.children : [root];
  const freeTexts = top.flatMap((node) => (node.kind === "word" ? [node.text] : []));
  const bound = top.filter(({ kind }) => kind !== "word");
  const boundLeaves = bound.flatMap(rankingLeaves);
  const terms = (texts: readonly string[]): ParsedTerms => parseTerms(index, texts, knownWords);
  const free = terms(freeTexts);
  const boundTerms = terms(boundLeaves.map((leaf) => leaf.text));
  const freeWords = new Set(free.words.map(({ fullTerm }) => fullTerm));
  const reader = new ConditionReader(terms, compiled);
  return {
    text,
    name: freeTexts.join(" "),
    words: [...free.words, ...boundTerms.words.filter(({ fullTerm }) => !freeWords.has(fullTerm))],
    free: free.words.length,
    conditions: bound.flatMap((node) => reader.read(node) ?? []),
    phrases: reader.phrases,
    patterns: reader.patterns,
    boundTexts: boundLeaves.flatMap((leaf) => (leaf.kind === "word" ? [leaf.text] : [])),
    missing: [...free.missing, ...boundTerms.missing],
    mistakes: [...parsed.mistakes.map(worded), ...mistakes],
  };
}

type ParsedTerms = ReturnType<typeof parseTerms>;

/** The words and phrases below a node that a document may have: they rank though they are no free words. */
function rankingLeaves(node: QueryNode): Extract<QueryNode, { kind: "word" | "phrase" }>[] {
  return leavesOf(node).flatMap(({ leaf, isExcluded }) =>
    !isExcluded && (leaf.kind === "word" || leaf.kind === "phrase") ? [leaf] : [],
  );
}

/** Turns the nodes of a query into conditions, and collects the phrases and patterns that are not excluded. */
class ConditionReader {
  readonly phrases: PhraseMatcher[] = [];
  readonly patterns: Pattern[] = [];
  readonly #terms: (texts: readonly string[]) => ParsedTerms;
  readonly #compiled: ReadonlyMap<QueryNode, Pattern>;

  constructor(terms: (texts: readonly string[]) => ParsedTerms, compiled: ReadonlyMap<QueryNode, Pattern>) {
    this.#terms = terms;
    this.#compiled = compiled;
  }

  /** Null for a node that asks for nothing, such as punctuation. */
  read(node: QueryNode, isExcluded = false): Condition | null {
    if ("children" in node) {
      const children = node.children.flatMap((child) => this.read(child, isExcluded) ?? []);
      return children.length === 0 ? null : { kind: node.kind, children };
    }
    switch (node.kind) {
      case "not": {
        const child = this.read(node.child, !isExcluded);
        return child && { kind: "not", child };
      }
      case "word": {
        const { words } = this.#terms([node.text]);
        return words.length === 0 ? null : { kind: "words", words };
      }
      case "phrase": {
        const matcher = phraseMatcher(node.text);
        if (!isExcluded) this.phrases.push(matcher);
        const names = namesOfPhrase(node.text);
        return { kind: "phrase", names, required: gramsOfPhrase(node.text, names), ...matcher };
      }
      case "regex": {
        const pattern = this.#compiled.get(node);
        if (!pattern) return null;
        if (!isExcluded) this.patterns.push(pattern);
        return { kind: "regex", pattern };
      }
      case "filter":
        return { kind: "filter", node };
    }
  }
}

/**
 * Compiles the patterns of a query. In the tree that is returned, a pattern that does not compile is replaced by its words: what it was
 * meant to be is unknown, its words are not.
 */
function compilePatterns(
  root: GroupNode,
  text: string,
): { root: GroupNode; compiled: ReadonlyMap<QueryNode, Pattern>; mistakes: readonly SearchMistake[] } {
  const compiled = new Map<QueryNode, Pattern>();
  const mistakes: SearchMistake[] = [];
  const replaced = (node: QueryNode): QueryNode => {
    if (node.kind === "not") return { kind: "not", child: replaced(node.child) };
    if ("children" in node) return { kind: node.kind, children: node.children.map(replaced) };
    if (node.kind !== "regex") return node;
    const { at, end, pattern, ignoreCase } = node;
    const result = compilePattern(pattern, ignoreCase);
    if (!("problem" in result)) {
      compiled.set(node, result);
      return node;
    }
    const fix = `/${escapePattern(pattern)}/${ignoreCase ? "i" : ""}`;
    mistakes.push({ code: "badRegex", at, end, found: text.slice(at, end), fix, detail: result.problem });
    return { kind: "word", text: pattern, at, end };
  };
  return { root: { kind: root.kind, children: root.children.map(replaced) }, compiled, mistakes };
}
