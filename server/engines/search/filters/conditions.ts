import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import type { Collection, DocumentRef } from "../collections/collection.ts";
import { type FilterContext, type DocumentPredicate, filterPredicate } from "./filterPredicates.ts";
import { eachHeadWith } from "../patterns/headMatches.ts";
import { documentsWithTerms } from "../scoring/match.ts";
import { documentsForPattern, hasMatch } from "../patterns/patterns.ts";
import { documentsWithNames } from "../patterns/phrases.ts";
import { type Condition, PhraseText } from "../query/plan.ts";
import { memoize } from "../../../memoize.ts";

/** Result of a condition for a document by the index alone: it fails, it holds, or the text decides. */
const FAILS = 0;
const HOLDS = 1;
const UNSURE = 2;

/** Some documents of a collection, by member: numbers, each at most once. */
export type Candidates = readonly Uint32Array[];

/** The conditions of a query over some documents of one collection: a filter looks at those alone. */
export class Conditions {
  readonly #parts: readonly Evaluated[];
  /** Per member, of the candidates; HOLDS and UNSURE let a document through to the next step. */
  readonly marks: readonly Uint8Array[] | null;
  /** False where the index alone has decided about every document. */
  readonly needsTexts: boolean;

  constructor(
    collection: Collection,
    conditions: readonly Condition[],
    context: FilterContext,
    candidates: Candidates,
  ) {
    const among = { collection, context, candidates };
    this.#parts = conditions.map((condition) => evaluate(condition, among));
    this.marks = this.#parts.length === 0 ? null : combine("and", this.#parts, candidates);
    this.needsTexts = conditions.some(needsText);
  }

  /** True where the text has to be looked at before the document may be counted. */
  mustVerify(member: number, document: number): boolean {
    return this.marks?.[member]?.[document] === UNSURE;
  }

  /** The last word, by the text itself. */
  verify(place: DocumentRef, collection: Collection): boolean {
    const texts = new DocumentTexts(place, collection);
    return this.#parts.every((part) => holds(part, place, texts));
  }
}

/**
 * The documents of a collection that can fulfil the phrases and patterns that all must, by the index alone; null where it does not say. For
 * queries without words, whose candidates would be all documents.
 */
export function possibleDocuments({ group, cut }: Collection, conditions: readonly Condition[]): Uint32Array[] | null {
  const found = conditions.flatMap((condition) => {
    if (condition.kind !== "phrase" && condition.kind !== "regex") return [];
    const marks = indexedDocuments(group, condition);
    return marks ? [marks] : [];
  });
  const [first, ...others] = found;
  if (!first) return null;
  return first.map((column, member) => {
    const isIn = column.slice();
    for (const marks of others) {
      const other = marks[member];
      for (let document = 0; document < isIn.length; document++)
        isIn[document] = (isIn[document] ?? 0) & (other?.[document] ?? 0);
    }
    const isCut = cut?.[member];
    if (isCut)
      for (let document = 0; document < isIn.length; document++)
        isIn[document] = (isIn[document] ?? 0) | (isCut[document] ?? 0);
    const list = new Uint32Array(isIn.length);
    let count = 0;
    for (let document = 0; document < isIn.length; document++) if (isIn[document] === 1) list[count++] = document;
    return list.slice(0, count);
  });
}

/** The documents that have the names of a phrase or a pattern; null where it has none. */
const indexedDocuments = (
  group: MultiSegmentReader,
  condition: Extract<Condition, { kind: "phrase" | "regex" }>,
): Uint8Array[] | null =>
  once(group, condition, () =>
    condition.kind === "phrase"
      ? documentsWithNames(group, condition.names)
      : documentsForPattern(group, condition.pattern),
  );

/** Those of some documents of a collection that fulfil all conditions, in their order. */
export function fulfilling<T extends { readonly place: DocumentRef }>(
  collection: Collection,
  conditions: readonly Condition[],
  context: FilterContext,
  documents: readonly T[],
): T[] {
  if (conditions.length === 0) return [...documents];
  const candidates = collection.group.members.map((_, member) =>
    Uint32Array.from(new Set(documents.flatMap(({ place }) => (place.member === member ? [place.document] : [])))),
  );
  const evaluated = new Conditions(collection, conditions, context, candidates);
  return documents.filter(({ place }) => {
    const { member, document } = place;
    if (evaluated.marks?.[member]?.[document] === FAILS) return false;
    return !evaluated.mustVerify(member, document) || evaluated.verify(place, collection);
  });
}

/** The texts of one document, each read when it is first asked for. */
class DocumentTexts {
  readonly head: PhraseText | null;
  readonly #place: DocumentRef;
  readonly #collection: Collection;
  #whole: PhraseText | null = null;

  constructor(place: DocumentRef, collection: Collection) {
    this.#place = place;
    this.#collection = collection;
    this.head = collection.head ? new PhraseText(collection.head(place)) : null;
  }

  get whole(): PhraseText {
    return (this.#whole ??= new PhraseText(this.#collection.text(this.#place)));
  }
}

/** True for a condition that some text may have to decide. */
function needsText(condition: Condition): boolean {
  if (condition.kind === "not") return needsText(condition.child);
  if (condition.kind === "and" || condition.kind === "or") return condition.children.some(needsText);
  return condition.kind === "phrase" || condition.kind === "regex";
}

interface Evaluated {
  readonly condition: Condition;
  readonly children: readonly Evaluated[];
  readonly marks: readonly Uint8Array[];
}

/** Of whom conditions are evaluated. */
interface EvaluationContext {
  readonly collection: Collection;
  readonly context: FilterContext;
  readonly candidates: Candidates;
}

function evaluate(condition: Condition, among: EvaluationContext): Evaluated {
  const leaf = (marks: readonly Uint8Array[]): Evaluated => ({ condition, children: [], marks });
  const { collection, context, candidates } = among;
  const { group } = collection;
  switch (condition.kind) {
    case "words":
      return leaf(once(group, condition, () => documentsWithTerms(group, condition.words)) ?? []);
    case "filter":
      return leaf(marksOf(filterPredicate(collection, condition.node, context), among));
    case "phrase":
      return leaf(
        decideByHeads(among, unsure(among, indexedDocuments(group, condition), condition.required), condition.ascii),
      );
    case "regex":
      return leaf(unsure(among, indexedDocuments(group, condition), condition.pattern.required));
    case "not": {
      const child = evaluate(condition.child, among);
      const marks = marksWith(among, (member, document) => {
        const mark = child.marks[member]?.[document];
        return mark === UNSURE ? UNSURE : mark === HOLDS ? FAILS : HOLDS;
      });
      return { condition, children: [child], marks };
    }
    case "and":
    case "or": {
      const children = condition.children.map((child) => evaluate(child, among));
      return { condition, children, marks: combine(condition.kind, children, candidates) };
    }
  }
}

/** One mark per document, of the candidates; all others stay FAILS. */
function marksWith(
  { collection, candidates }: EvaluationContext,
  markOf: (member: number, document: number) => number,
): Uint8Array[] {
  return collection.group.members.map(({ segment }, member) => {
    const marks = new Uint8Array(segment.documents);
    for (const document of candidates[member] ?? []) marks[document] = markOf(member, document);
    return marks;
  });
}

function marksOf(passes: DocumentPredicate, among: EvaluationContext): Uint8Array[] {
  return marksWith(among, (member, document) => (passes(member, document) ? HOLDS : FAILS));
}

const marksByGroup = memoize((_condition: Condition) => new Map<MultiSegmentReader, Uint8Array[] | null>());

/** The result of a condition in a group, computed once though several kinds share the group. Callers must not modify the marks. */
function once(group: MultiSegmentReader, condition: Condition, find: () => Uint8Array[] | null): Uint8Array[] | null {
  const groups = marksByGroup(condition);
  let marks = groups.get(group);
  if (marks === undefined) groups.set(group, (marks = find()));
  return marks;
}

/** Three-valued "and" and "or". */
function combine(kind: "and" | "or", parts: readonly Evaluated[], candidates: Candidates): readonly Uint8Array[] {
  const [first, ...others] = parts;
  if (others.length === 0) return first?.marks ?? [];
  return (first?.marks ?? []).map((column, member) => {
    const marks = column.slice();
    for (const { marks: more } of others) {
      const next = more[member];
      for (const document of candidates[member] ?? []) {
        const [a, b] = [marks[document] ?? 0, next?.[document] ?? 0];
        if (kind === "and") marks[document] = a === FAILS || b === FAILS ? FAILS : Math.max(a, b);
        else marks[document] = a === HOLDS || b === HOLDS ? HOLDS : Math.max(a, b);
      }
    }
    return marks;
  });
}

/**
 * Marks the candidates that are in `found` (null: all) and can have the required grams as unsure. A text of which only the head is indexed
 * may match further down.
 */
function unsure(
  { collection, candidates }: EvaluationContext,
  found: readonly Uint8Array[] | null,
  required: RequiredGrams,
): Uint8Array[] {
  const { group, cut, filters } = collection;
  return group.members.map(({ segment }, member) => {
    const marks = new Uint8Array(segment.documents);
    const column = found?.[member];
    const isCut = cut?.[member];
    const filter = filters?.[member];
    for (const document of candidates[member] ?? []) {
      const isBeyond = column !== undefined && column[document] !== 1;
      if (isBeyond && isCut?.[document] !== 1) continue;
      if (filter?.canHave(document, required, isBeyond) !== false) marks[document] = UNSURE;
    }
    return marks;
  });
}

/** From so many candidates on, all heads are searched at once. */
const MANY_CANDIDATES = 1000;

/** Of very many candidates, marks those whose head has the phrase as fulfilling it. */
function decideByHeads(
  { collection, candidates }: EvaluationContext,
  marks: Uint8Array[],
  phrase: RegExp | null,
): readonly Uint8Array[] {
  const { heads } = collection;
  if (!heads || !phrase) return marks;
  marks.forEach((column, member) => {
    const strings = heads[member];
    let count = 0;
    for (const document of candidates[member] ?? []) if (column[document] === UNSURE) count++;
    if (!strings || count < MANY_CANDIDATES) return;
    eachHeadWith(strings, phrase, (document) => {
      if (column[document] === UNSURE) column[document] = HOLDS;
    });
  });
  return marks;
}

function holds({ condition, children, marks }: Evaluated, place: DocumentRef, texts: DocumentTexts): boolean {
  const mark = marks[place.member]?.[place.document] ?? FAILS;
  if (mark !== UNSURE) return mark === HOLDS;
  switch (condition.kind) {
    case "phrase":
      // Most phrases of messages are in their first line, which need not be unpacked.
      return (texts.head !== null && condition.isIn(texts.head)) || condition.isIn(texts.whole);
    case "regex":
      return hasMatch(texts.whole.original, condition.pattern);
    case "not":
      return children.every((child) => !holds(child, place, texts));
    case "and":
      return children.every((child) => holds(child, place, texts));
    case "or":
      return children.some((child) => holds(child, place, texts));
    case "words":
    case "filter":
      return false;
  }
}
