import { memoize } from "../../../memoize.ts";
import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import type { Collection } from "../collections/collection.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";
import { type AcceptedDocuments, intersectAccepted, acceptedNumbers, uniteAccepted } from "../acceptedDocuments.ts";
import { documentsForPattern } from "../patterns/patternDocuments.ts";
import { hasMatch } from "../patterns/patternMatches.ts";
import { PhraseText } from "../patterns/phraseText.ts";
import { documentsWithNames } from "../patterns/phrases.ts";
import type { Condition } from "../query/plan.ts";
import { documentsWithTerms } from "../scoring/match.ts";
import { type FilterContext, filterPredicate } from "./filterPredicates.ts";
import {
  type Candidates,
  type ConditionScope,
  FAILS,
  HOLDS,
  NEGATED,
  UNSURE,
  combineVerdicts,
  decideByHeads,
  unsureVerdicts,
  verdictsOf,
} from "./verdicts.ts";

/** The conditions of a query over some documents of one collection: a filter looks at those alone. */
export class Conditions {
  readonly #parts: readonly Evaluated[];
  /** Per member, the verdict about each candidate; null without conditions. */
  readonly verdicts: readonly AcceptedDocuments[] | null;
  /** False where the index alone has decided about every document. */
  readonly needsTexts: boolean;

  constructor(
    collection: Collection,
    conditions: readonly Condition[],
    context: FilterContext,
    candidates: Candidates,
  ) {
    const scope = { collection, context, candidates };
    this.#parts = conditions.map((condition) => evaluate(condition, scope));
    this.verdicts = this.#parts.length === 0 ? null : combineVerdicts("and", this.#parts, candidates);
    this.needsTexts = conditions.some(needsText);
  }

  /** True when the text must be read before the document may be counted. */
  mustVerify(member: number, document: number): boolean {
    return this.verdicts?.[member]?.[document] === UNSURE;
  }

  /** Reads the text of a document that the index alone does not decide about. */
  verify(documentRef: DocumentRef, collection: Collection): boolean {
    const texts = new DocumentTexts(documentRef, collection);
    return this.#parts.every((part) => holds(part, documentRef, texts));
  }
}

/**
 * The documents of a collection that can fulfil the phrases and patterns that all must, by the index alone; null where it does not say. For
 * queries without words, whose candidates would be all documents.
 */
export function possibleDocuments({ group, cut }: Collection, conditions: readonly Condition[]): Uint32Array[] | null {
  const verdicts = conditions.flatMap((condition) => {
    if (condition.kind !== "phrase" && condition.kind !== "regex") return [];
    const accepted = indexedDocuments(group, condition);
    return accepted ? [accepted] : [];
  });
  const [first, ...others] = verdicts;
  if (!first) return null;
  return first.map((column, member) => {
    const accepted = column.slice();
    for (const other of others) intersectAccepted(accepted, other[member]);
    uniteAccepted(accepted, cut?.[member]);
    return acceptedNumbers(accepted);
  });
}

/** The documents that have the names of a phrase or a pattern; null where it has none. */
const indexedDocuments = (
  group: MultiSegmentReader,
  condition: Extract<Condition, { kind: "phrase" | "regex" }>,
): AcceptedDocuments[] | null =>
  once(group, condition, () =>
    condition.kind === "phrase"
      ? documentsWithNames(group, condition.names)
      : documentsForPattern(group, condition.pattern),
  );

/** Those of some documents of a collection that fulfil all conditions, in their order. */
export function fulfilling<T extends { readonly documentRef: DocumentRef }>(
  collection: Collection,
  conditions: readonly Condition[],
  context: FilterContext,
  documents: readonly T[],
): T[] {
  if (conditions.length === 0) return [...documents];
  const candidates = collection.group.members.map((_, member) =>
    Uint32Array.from(
      new Set(documents.flatMap(({ documentRef }) => (documentRef.member === member ? [documentRef.document] : []))),
    ),
  );
  const evaluated = new Conditions(collection, conditions, context, candidates);
  return documents.filter(({ documentRef }) => {
    const { member, document } = documentRef;
    if (evaluated.verdicts?.[member]?.[document] === FAILS) return false;
    return !evaluated.mustVerify(member, document) || evaluated.verify(documentRef, collection);
  });
}

/** The texts of one document, each read when it is first asked for. */
class DocumentTexts {
  readonly head: PhraseText | null;
  readonly #place: DocumentRef;
  readonly #collection: Collection;
  #fullText: PhraseText | null = null;

  constructor(documentRef: DocumentRef, collection: Collection) {
    this.#place = documentRef;
    this.#collection = collection;
    this.head = collection.head ? new PhraseText(collection.head(documentRef)) : null;
  }

  get fullText(): PhraseText {
    return (this.#fullText ??= new PhraseText(this.#collection.text(this.#place)));
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
  readonly verdicts: readonly AcceptedDocuments[];
}

function evaluate(condition: Condition, scope: ConditionScope): Evaluated {
  const { collection } = scope;
  const { group } = collection;
  const leaf = (verdicts: readonly AcceptedDocuments[]): Evaluated => ({ condition, children: [], verdicts });
  switch (condition.kind) {
    case "words":
      return leaf(once(group, condition, () => documentsWithTerms(group, condition.words)) ?? []);
    case "filter": {
      const passes = filterPredicate(collection, condition.node, scope.context);
      return leaf(verdictsOf(scope, (member, document) => (passes(member, document) ? HOLDS : FAILS)));
    }
    case "phrase": {
      const verdicts = unsureVerdicts(scope, indexedDocuments(group, condition), condition.required);
      if (condition.isAscii) decideByHeads(scope, verdicts, condition.expression);
      return leaf(verdicts);
    }
    case "regex":
      return leaf(unsureVerdicts(scope, indexedDocuments(group, condition), condition.pattern.required));
    case "not": {
      const child = evaluate(condition.child, scope);
      const verdicts = verdictsOf(scope, (member, document) => NEGATED[child.verdicts[member]?.[document] ?? FAILS]);
      return { condition, children: [child], verdicts };
    }
    case "and":
    case "or": {
      const children = condition.children.map((child) => evaluate(child, scope));
      return { condition, children, verdicts: combineVerdicts(condition.kind, children, scope.candidates) };
    }
  }
}

const acceptedByGroup = memoize((_condition: Condition) => new Map<MultiSegmentReader, AcceptedDocuments[] | null>());

/** The result of a condition in a group, computed once though several kinds share the group. Callers must not modify it. */
function once(
  group: MultiSegmentReader,
  condition: Condition,
  find: () => AcceptedDocuments[] | null,
): AcceptedDocuments[] | null {
  const groups = acceptedByGroup(condition);
  let accepted = groups.get(group);
  if (accepted === undefined) groups.set(group, (accepted = find()));
  return accepted;
}

function holds({ condition, children, verdicts }: Evaluated, documentRef: DocumentRef, texts: DocumentTexts): boolean {
  const verdict = verdicts[documentRef.member]?.[documentRef.document] ?? FAILS;
  if (verdict !== UNSURE) return verdict === HOLDS;
  switch (condition.kind) {
    case "phrase":
      // Most phrases of messages are in their first line, which need not be unpacked.
      return (texts.head !== null && condition.isIn(texts.head)) || condition.isIn(texts.fullText);
    case "regex":
      return hasMatch(texts.fullText.original, condition.pattern);
    case "not":
      return children.every((child) => !holds(child, documentRef, texts));
    case "and":
      return children.every((child) => holds(child, documentRef, texts));
    case "or":
      return children.some((child) => holds(child, documentRef, texts));
    case "words":
    case "filter":
      return false;
  }
}
