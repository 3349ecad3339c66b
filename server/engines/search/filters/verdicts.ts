import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import type { Collection } from "../collections/collection.ts";
import { eachHeadWith } from "../patterns/headMatches.ts";
import type { FilterContext } from "./filterPredicates.ts";

/** Result of a condition for a document by the index alone: it fails, it holds, or the text decides. */
export const FAILS = 0;
export const HOLDS = 1;
export const UNSURE = 2;

/** The verdict of a negation, by the verdict of what it negates. */
export const NEGATED: Readonly<Record<number, number>> = { [FAILS]: HOLDS, [HOLDS]: FAILS, [UNSURE]: UNSURE };

/** Some documents of a collection, by member: numbers, each at most once. */
export type Candidates = readonly Uint32Array[];

/** The documents that conditions are evaluated for. */
export interface ConditionScope {
  readonly collection: Collection;
  readonly context: FilterContext;
  readonly candidates: Candidates;
}

/** The verdict about each candidate; all other documents fail. */
export function verdictsOf(
  { collection, candidates }: ConditionScope,
  verdictOf: (member: number, document: number) => number | undefined,
): Uint8Array[] {
  return collection.group.members.map(({ segment }, member) => {
    const verdicts = new Uint8Array(segment.documents);
    for (const document of candidates[member] ?? []) verdicts[document] = verdictOf(member, document) ?? FAILS;
    return verdicts;
  });
}

/** Three-valued "and" and "or". */
export function combineVerdicts(
  kind: "and" | "or",
  parts: readonly { readonly verdicts: readonly Uint8Array[] }[],
  candidates: Candidates,
): readonly Uint8Array[] {
  const [first, ...others] = parts;
  if (others.length === 0) return first?.verdicts ?? [];
  return (first?.verdicts ?? []).map((column, member) => {
    const verdicts = column.slice();
    for (const { verdicts: more } of others) {
      const next = more[member];
      for (const document of candidates[member] ?? []) {
        const [a, b] = [verdicts[document] ?? 0, next?.[document] ?? 0];
        if (kind === "and") verdicts[document] = a === FAILS || b === FAILS ? FAILS : Math.max(a, b);
        else verdicts[document] = a === HOLDS || b === HOLDS ? HOLDS : Math.max(a, b);
      }
    }
    return verdicts;
  });
}

/**
 * Marks the candidates that are in `found` (null: all) and can have the required grams as unsure. A text of which only the head is indexed
 * may match further down.
 */
export function unsureVerdicts(
  { collection, candidates }: ConditionScope,
  textVerdicts: readonly Uint8Array[] | null,
  required: RequiredGrams,
): Uint8Array[] {
  const { group, cut, filters } = collection;
  return group.members.map(({ segment }, member) => {
    const verdicts = new Uint8Array(segment.documents);
    const column = textVerdicts?.[member];
    const isCut = cut?.[member];
    const filter = filters?.[member];
    for (const document of candidates[member] ?? []) {
      const isBeyond = column !== undefined && column[document] !== 1;
      if (isBeyond && isCut?.[document] !== 1) continue;
      if (filter?.canHave(document, required, isBeyond) !== false) verdicts[document] = UNSURE;
    }
    return verdicts;
  });
}

/** From this many candidates on, all heads are searched in one pass. */
const MANY_CANDIDATES = 1000;

/** Decides that the phrase holds for documents whose head has it, where there are at least `MANY_CANDIDATES`. */
export function decideByHeads(
  { collection, candidates }: ConditionScope,
  verdicts: readonly Uint8Array[],
  phrase: RegExp,
): void {
  const { heads } = collection;
  if (!heads) return;
  verdicts.forEach((column, member) => {
    const strings = heads[member];
    let count = 0;
    for (const document of candidates[member] ?? []) if (column[document] === UNSURE) count++;
    if (!strings || count < MANY_CANDIDATES) return;
    eachHeadWith(strings, phrase, (document) => {
      if (column[document] === UNSURE) column[document] = HOLDS;
    });
  });
}
