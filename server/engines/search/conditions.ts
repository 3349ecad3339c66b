import type { SegmentGroup } from "../../index/segmentGroup.ts";
import { foldIdentifier } from "../../index/fold.ts";
import type { Collection, Place } from "./collection.ts";
import { type FilterContext, filterMarks } from "./filterMarks.ts";
import { markWordsOf } from "./match.ts";
import { documentsWithLiterals, firstMatch } from "./patterns.ts";
import { type Condition, PhraseText } from "./plan.ts";

/** What the index alone says of a document and a condition: it fails, it holds, or its text has to be looked at. */
const FAILS = 0;
const HOLDS = 1;
const UNSURE = 2;

/** The conditions of a query over one collection. */
export class Conditions {
  readonly #parts: readonly Evaluated[];
  /** Per member; HOLDS and UNSURE let a document through to the next step. */
  readonly marks: readonly Uint8Array[] | null;

  constructor(collection: Collection, conditions: readonly Condition[], context: FilterContext) {
    this.#parts = conditions.map((condition) => evaluate(collection, condition, context));
    this.marks = this.#parts.length === 0 ? null : combine("and", this.#parts);
  }

  /** True where the text has to be looked at before the document may be counted. */
  mustVerify(member: number, document: number): boolean {
    return this.marks?.[member]?.[document] === UNSURE;
  }

  /** The last word, by the text itself. */
  verify(place: Place, text: string): boolean {
    const phraseText = new PhraseText(text);
    return this.#parts.every((part) => holds(part, place, phraseText));
  }
}

interface Evaluated {
  readonly condition: Condition;
  readonly children: readonly Evaluated[];
  readonly marks: readonly Uint8Array[];
}

function evaluate(collection: Collection, condition: Condition, context: FilterContext): Evaluated {
  const leaf = (marks: readonly Uint8Array[]): Evaluated => ({ condition, children: [], marks });
  const { group } = collection;
  switch (condition.kind) {
    case "words":
      return leaf(markWordsOf(group, condition.words, true));
    case "filter":
      return leaf(filterMarks(collection, condition.node, context));
    case "phrase":
      return leaf(unsure(collection, documentsWithPhrase(group, condition)));
    case "regex":
      return leaf(unsure(collection, documentsWithLiterals(group, condition.pattern.literals)));
    case "not": {
      const child = evaluate(collection, condition.child, context);
      const marks = child.marks.map((column) =>
        column.map((mark) => (mark === UNSURE ? UNSURE : mark === HOLDS ? FAILS : HOLDS)),
      );
      return { condition, children: [child], marks };
    }
    case "and":
    case "or": {
      const children = condition.children.map((child) => evaluate(collection, child, context));
      return { condition, children, marks: combine(condition.kind, children) };
    }
  }
}

/** Three-valued "and" and "or". */
function combine(kind: "and" | "or", parts: readonly Evaluated[]): Uint8Array[] {
  const [first, ...others] = parts;
  return (first?.marks ?? []).map((column, member) => {
    const marks = column.slice();
    for (const { marks: more } of others) {
      const next = more[member];
      for (let document = 0; document < marks.length; document++) {
        const [a, b] = [marks[document] ?? 0, next?.[document] ?? 0];
        if (kind === "and") marks[document] = a === FAILS || b === FAILS ? FAILS : Math.max(a, b);
        else marks[document] = a === HOLDS || b === HOLDS ? HOLDS : Math.max(a, b);
      }
    }
    return marks;
  });
}

/** Candidates as marks; null stands for all. A text of which the index holds only the head may have it further down. */
function unsure({ group, isCut }: Collection, candidates: readonly Uint8Array[] | null): Uint8Array[] {
  return group.members.map(({ segment }, member) => {
    const marks = new Uint8Array(segment.documents);
    const column = candidates?.[member];
    for (let document = 0; document < marks.length; document++)
      marks[document] = !column || column[document] === 1 || isCut?.(member, document) === true ? UNSURE : FAILS;
    return marks;
  });
}

/** Documents that may have a phrase: they hold each of its tokens, the outer ones perhaps as a piece of a longer name. */
function documentsWithPhrase(
  group: SegmentGroup,
  { words, tokens }: Extract<Condition, { kind: "phrase" }>,
): Uint8Array[] | null {
  const all: Uint8Array[][] = words.map((word) => markWordsOf(group, [{ ...word, isStopWord: false }], true));
  for (const word of tokens) {
    const pieces = documentsWithLiterals(group, [foldIdentifier(word.whole)]);
    // A word whose accents were left out is found by its folded stem.
    if (pieces) all.push(either(pieces, markWordsOf(group, [{ ...word, isStopWord: false }], true)));
  }
  const [first, ...others] = all;
  if (!first) return null;
  return first.map((column, member) =>
    column.map((mark, document) => Number(mark === 1 && others.every((other) => other[member]?.[document] === 1))),
  );
}

const either = (some: readonly Uint8Array[], others: readonly Uint8Array[]): Uint8Array[] =>
  some.map((column, member) => column.map((mark, document) => mark | (others[member]?.[document] ?? 0)));

function holds({ condition, children, marks }: Evaluated, place: Place, text: PhraseText): boolean {
  const mark = marks[place.member]?.[place.document] ?? FAILS;
  if (mark !== UNSURE) return mark === HOLDS;
  switch (condition.kind) {
    case "phrase":
      return condition.isIn(text);
    case "regex":
      return firstMatch(text.original, condition.pattern) !== null;
    case "not":
      return children.every((child) => !holds(child, place, text));
    case "and":
      return children.every((child) => holds(child, place, text));
    case "or":
      return children.some((child) => holds(child, place, text));
    case "words":
    case "filter":
      return false;
  }
}
