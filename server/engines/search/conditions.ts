import type { SegmentGroup } from "../../index/segmentGroup.ts";
import { foldIdentifier } from "../../index/fold.ts";
import type { Collection, Place } from "./collection.ts";
import { type FilterContext, filterMarks } from "./filterMarks.ts";
import { keepBoth, markWordsOf } from "./match.ts";
import { documentsWithLiterals, hasMatch } from "./patterns.ts";
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
  /** False where the index alone has decided about every document. */
  readonly needsTexts: boolean;

  constructor(collection: Collection, conditions: readonly Condition[], context: FilterContext) {
    this.#parts = conditions.map((condition) => evaluate(collection, condition, context));
    this.marks = this.#parts.length === 0 ? null : combine("and", this.#parts);
    this.needsTexts = conditions.some(isOfText);
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

/** True for a condition that some text may have to decide. */
function isOfText(condition: Condition): boolean {
  if (condition.kind === "not") return isOfText(condition.child);
  if (condition.kind === "and" || condition.kind === "or") return condition.children.some(isOfText);
  return condition.kind === "phrase" || condition.kind === "regex";
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
      return leaf(once(group, condition, () => markWordsOf(group, condition.words)) ?? []);
    case "filter":
      return leaf(filterMarks(collection, condition.node, context));
    case "phrase":
      return leaf(
        unsure(
          collection,
          once(group, condition, () => documentsWithPhrase(group, condition)),
        ),
      );
    case "regex":
      return leaf(
        unsure(
          collection,
          once(group, condition, () => documentsWithLiterals(group, condition.pattern.literals)),
        ),
      );
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

const looked = new WeakMap<Condition, Map<SegmentGroup, Uint8Array[] | null>>();

/** What a condition finds in a group, looked up once though several kinds share the group. Nobody may change the marks. */
function once(group: SegmentGroup, condition: Condition, find: () => Uint8Array[] | null): Uint8Array[] | null {
  let groups = looked.get(condition);
  if (!groups) looked.set(condition, (groups = new Map<SegmentGroup, Uint8Array[] | null>()));
  let marks = groups.get(group);
  if (marks === undefined) groups.set(group, (marks = find()));
  return marks;
}

/** Three-valued "and" and "or". */
function combine(kind: "and" | "or", parts: readonly Evaluated[]): readonly Uint8Array[] {
  const [first, ...others] = parts;
  if (others.length === 0) return first?.marks ?? [];
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
  const all: Uint8Array[][] = words.map((word) => markWordsOf(group, [{ ...word, isStopWord: false }]));
  for (const word of tokens) {
    const pieces = documentsWithLiterals(group, [foldIdentifier(word.whole)]);
    if (!pieces) continue;
    // A word whose accents were left out is found by its folded stem.
    addAll(pieces, markWordsOf(group, [{ ...word, isStopWord: false }]));
    all.push(pieces);
  }
  const [first, ...others] = all;
  if (!first) return null;
  for (const other of others) keepBoth(first, other);
  return first;
}

function addAll(marks: readonly Uint8Array[], others: readonly Uint8Array[]): void {
  marks.forEach((column, member) => {
    const other = others[member];
    for (let document = 0; document < column.length; document++)
      column[document] = (column[document] ?? 0) | (other?.[document] ?? 0);
  });
}

function holds({ condition, children, marks }: Evaluated, place: Place, text: PhraseText): boolean {
  const mark = marks[place.member]?.[place.document] ?? FAILS;
  if (mark !== UNSURE) return mark === HOLDS;
  switch (condition.kind) {
    case "phrase":
      return condition.isIn(text);
    case "regex":
      return hasMatch(text.original, condition.pattern);
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
