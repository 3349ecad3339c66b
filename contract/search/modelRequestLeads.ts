/**
 * The words before each text that a request to a model quotes: the server writes them, and the app recognises the texts by them. Free of zod,
 * so that the web app may import it.
 */

/** What a passage of an answer is. */
export const PASSAGE_KINDS = ["code", "document", "issue", "request"] as const;
export type QuotedPassageKind = (typeof PASSAGE_KINDS)[number];

/** The texts that a request has once. */
export const SINGLE_LEADS = {
  question: "The question:",
  plan: "The issue:",
  digest: "The digest:",
  report: "The report:",
} as const;

/** The lead of a passage, with its number from 1. */
export const passageLead = (number: number, kind: QuotedPassageKind): string => `Passage P${number} (${kind}):`;

/** The lead of a file whose place in an order is asked for, with its number from 1. */
export const fileLead = (number: number): string => `File ${number}:`;

export type QuotedKind = QuotedPassageKind | keyof typeof SINGLE_LEADS | "file" | "other";

/** What the text after a lead is, and its number; `other` for words that are none of these. */
export function readLead(lead: string): { readonly kind: QuotedKind; readonly number: number | null } {
  const single = (Object.keys(SINGLE_LEADS) as (keyof typeof SINGLE_LEADS)[]).find(
    (kind) => SINGLE_LEADS[kind] === lead,
  );
  if (single !== undefined) return { kind: single, number: null };
  const number = Number(/\d+/.exec(lead)?.[0] ?? Number.NaN);
  if (Number.isNaN(number)) return { kind: "other", number: null };
  const passage = PASSAGE_KINDS.find((kind) => passageLead(number, kind) === lead);
  if (passage !== undefined) return { kind: passage, number };
  return fileLead(number) === lead ? { kind: "file", number } : { kind: "other", number: null };
}
