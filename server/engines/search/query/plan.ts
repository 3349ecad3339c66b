import type { SearchMistake } from "../../../../contract/search.ts";
import {
  type GroupNode,
  type QueryMistake,
  type QueryNode,
  type RegexNode,
  leavesOf,
} from "../../../../contract/queryNodes.ts";
import { escapePattern } from "../../../../contract/escapePattern.ts";
import { parseQuery } from "../../../../contract/searchQuery.ts";
import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { hasFoldable } from "../../../index/text/foldable.ts";
import { normalizeProse } from "../../../index/text/normalizeText.ts";
import { type Pattern, compilePattern } from "../patterns/patterns.ts";
import { type PhraseName, namesOfPhrase } from "../patterns/phrases.ts";
import { gramsOfPhrase } from "../patterns/requiredGrams.ts";
import { type MissingTerm, type SearchTerm, parseTerms } from "./queryTerms.ts";

/** A leaf of a condition, with what is worked out once per search. */
export type Condition =
  | { readonly kind: "words"; readonly words: readonly SearchTerm[] }
  | {
      readonly kind: "phrase";
      /** What a text must have for it. */
      readonly names: readonly PhraseName[];
      readonly required: RequiredGrams;
      readonly isIn: (text: PhraseText) => boolean;
      /** Global; null for a phrase with characters beyond ASCII. */
      readonly ascii: RegExp | null;
    }
  | { readonly kind: "regex"; readonly pattern: Pattern }
  | { readonly kind: "filter"; readonly node: Extract<QueryNode, { kind: "filter" }> }
  | { readonly kind: "not"; readonly child: Condition }
  | { readonly kind: "and" | "or"; readonly children: readonly Condition[] };

/** A phrase of a query that is not excluded. */
export interface PhraseMatcher {
  readonly isIn: (text: PhraseText) => boolean;
  /** Global, without the folding of accents: where in a text the phrase is. */
  readonly expression: RegExp;
}

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
 * @param known words that another index of the same search has, see `parseTerms`
 */
export function planQuery(index: OpenedIndex, text: string, known?: ReadonlySet<string>): Plan {
  const { root: parsed, mistakes } = parseQuery(text);
  const found: SearchMistake[] = mistakes.map(worded);
  const { root, compiled } = compilePatterns(parsed, (node, detail) => {
    const { at, end, pattern, ignoreCase } = node;
    const fix = `/${escapePattern(pattern)}/${ignoreCase ? "i" : ""}`;
    found.push({ code: "badRegex", at, end, found: text.slice(at, end), fix, detail });
  });
  const phrases: PhraseMatcher[] = [];
  const patterns: Pattern[] = [];
  const top = root.kind === "and" ? root.children : [root];
  const freeTexts = top.flatMap((node) => (node.kind === "word" ? [node.text] : []));
  const boundLeaves = top
    .filter(({ kind }) => kind !== "word")
    .flatMap((node) => leavesOf(node))
    .flatMap(({ leaf, isExcluded }) => (!isExcluded && (leaf.kind === "word" || leaf.kind === "phrase") ? [leaf] : []));
  const free = parseTerms(index, freeTexts, known);
  const bound = parseTerms(
    index,
    boundLeaves.map((leaf) => leaf.text),
    known,
  );
  const freeWords = new Set(free.words.map(({ whole }) => whole));

  const conditionOf = (node: QueryNode, isExcluded: boolean): Condition | null => {
    if ("children" in node) {
      const children = node.children.flatMap((child) => conditionOf(child, isExcluded) ?? []);
      return children.length === 0 ? null : { kind: node.kind, children };
    }
    switch (node.kind) {
      case "not": {
        const child = conditionOf(node.child, !isExcluded);
        return child && { kind: "not", child };
      }
      case "word": {
        const { words } = parseTerms(index, [node.text], known);
        return words.length === 0 ? null : { kind: "words", words };
      }
      case "phrase": {
        const isIn = phraseTest(node.text);
        if (!isExcluded) phrases.push({ isIn, expression: phraseExpression(node.text, "g") });
        const names = namesOfPhrase(node.text);
        const ascii = BEYOND_ASCII.test(node.text) ? null : phraseExpression(node.text, "g");
        return { kind: "phrase", names, required: gramsOfPhrase(node.text, names), isIn, ascii };
      }
      case "regex": {
        const pattern = compiled.get(node);
        if (!pattern) return null;
        if (!isExcluded) patterns.push(pattern);
        return { kind: "regex", pattern };
      }
      case "filter":
        return { kind: "filter", node };
    }
  };
  const conditions = top.filter(({ kind }) => kind !== "word").flatMap((node) => conditionOf(node, false) ?? []);
  return {
    text,
    name: freeTexts.join(" "),
    words: [...free.words, ...bound.words.filter(({ whole }) => !freeWords.has(whole))],
    free: free.words.length,
    conditions,
    phrases,
    patterns,
    boundTexts: boundLeaves.flatMap((leaf) => (leaf.kind === "word" ? [leaf.text] : [])),
    missing: [...free.missing, ...bound.missing],
    mistakes: found,
  };
}

/**
 * Compiles the patterns of a query. In the tree that is returned, a pattern that does not compile is replaced by its words: what it was
 * meant to be is unknown, its words are not.
 */
function compilePatterns(
  node: GroupNode,
  report: (node: RegexNode, problem: string) => void,
): { root: GroupNode; compiled: ReadonlyMap<QueryNode, Pattern> } {
  const compiled = new Map<QueryNode, Pattern>();
  const replaced = (child: QueryNode): QueryNode => {
    if (child.kind === "not") return { kind: "not", child: replaced(child.child) };
    if ("children" in child) return { kind: child.kind, children: child.children.map(replaced) };
    if (child.kind !== "regex") return child;
    const pattern = compilePattern(child.pattern, child.ignoreCase);
    if (!("problem" in pattern)) {
      compiled.set(child, pattern);
      return child;
    }
    report(child, pattern.problem);
    return { kind: "word", text: child.pattern, at: child.at, end: child.end };
  };
  return { root: { kind: node.kind, children: node.children.map(replaced) }, compiled };
}

/** A text in the two forms that phrases are compared in, each made when it is first asked for. */
export class PhraseText {
  readonly original: string;
  #plain: string | null = null;
  #folded: string | null = null;

  constructor(text: string) {
    this.original = text;
  }

  /** Runs of white space as one space. */
  get plain(): string {
    return (this.#plain ??= oneSpaced(this.original));
  }

  /** Besides in lower case and without accents. */
  get folded(): string {
    return (this.#folded ??= normalizeProse(this.plain));
  }
}

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const BEYOND_ASCII = /[\u0080-\uffff]/;

const isExactPhrase = (plain: string): boolean => /\p{Lu}/u.test(plain);

/** A capital in a phrase means the case as written; small letters alone mean any. Literals and runs of white space alone: no text makes it slow. */
function phraseExpression(phrase: string, flags = ""): RegExp {
  const plain = oneSpaced(phrase);
  return new RegExp(
    plain
      .split(" ")
      .map(escapePattern)
      .join(String.raw`\s+`),
    isExactPhrase(plain) ? flags : `${flags}i`,
  );
}

function phraseTest(phrase: string): (text: PhraseText) => boolean {
  const plain = oneSpaced(phrase);
  const pattern = phraseExpression(phrase);
  if (isExactPhrase(plain)) {
    const isOneWord = !plain.includes(" ");
    return ({ original }) => (isOneWord ? original.includes(plain) : pattern.test(original));
  }
  const folded = normalizeProse(plain);
  const isPlain = !BEYOND_ASCII.test(plain);
  return (text) => {
    if (pattern.test(text.original)) return true;
    // Accents and Turkish letters are folded where there are any, which takes longer.
    return (!isPlain || hasFoldable(text.original)) && text.folded.includes(folded);
  };
}

const SENTENCES: Readonly<Record<QueryMistake["code"], (mistake: QueryMistake) => string>> = {
  unclosedQuote: () => "This quotation mark is never closed.",
  unclosedRegex: () => "This regular expression is never closed.",
  badRegex: () => "This regular expression is not valid; its words are searched.",
  unclosedParenthesis: () => "This parenthesis is never closed.",
  extraParenthesis: () => "This parenthesis closes nothing.",
  unknownFilter: ({ found, fix }) => `There is no filter ${found} Did you mean ${fix ?? ""}?`,
  unknownValue: ({ found, fix }) => `Nothing has ${found}.${fix === null ? "" : ` Did you mean ${fix}?`}`,
  badDate: ({ found }) => `${found} is no date. Write 2026, 2026-03, 2026-03-31, 7d, 2w, 6m or 1y.`,
  emptyFilter: ({ found }) => `${found} needs a value right behind it.`,
  danglingOperator: ({ found }) => `${found} needs a term on both sides, and one is missing.`,
  tooLong: () => "The query is too long; what follows here was left out.",
};

/** A mistake with its sentence in English; the app translates it by its code. */
export const worded = (mistake: QueryMistake): SearchMistake => ({
  code: mistake.code,
  at: mistake.at,
  end: mistake.end,
  found: mistake.found,
  fix: mistake.fix,
  detail: SENTENCES[mistake.code](mistake),
});
