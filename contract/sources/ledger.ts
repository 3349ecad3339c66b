/** The ledger of a source: what its host has and what is stored, by kind, and a sample of contents. */
import { z } from "zod";
import { Id, Timestamp } from "../fieldSchemas.ts";
import {
  COMPARED_FIELDS,
  COMPARISON_STATES,
  COUNTED_KINDS,
  COUNT_PRECISIONS,
  DIFFERENCE_STATES,
} from "./ledgerKinds.ts";
import { LEFT_OUT_KINDS } from "./leftOut.ts";

const Count = z.number().int().nonnegative();

const LedgerCount = z.object({
  kind: z.enum(COUNTED_KINDS),
  /** Null where the host does not say: its newest commit is not copied yet, or it does not count this kind. */
  host: Count.nullable(),
  precision: z.enum(COUNT_PRECISIONS),
  held: Count,
  /** What the host counts and restricts: it is left out, by reason. */
  left_out: z.array(z.object({ kind: z.enum(LEFT_OUT_KINDS), count: Count })),
  /** Items of the host with a field that no answer of it should have. `examples` names at most ten, with the field. */
  unreadable: z.object({ count: Count, examples: z.array(z.object({ item: z.string(), field: z.string() })) }),
  /** Items that the last sync looked for and did not get: the host counts them and lists none. */
  refused: Count,
  /** Items that the host has beyond these: the next sync reads them. */
  missing: Count,
  /** Stored items that the host does not count any more. */
  extra: Count,
});
export type LedgerCount = z.infer<typeof LedgerCount>;

const LedgerDifference = z.object({
  kind: z.enum(["issue", "request", "page"]),
  /** The stored item; null when it is not stored any more. */
  item: z.object({ key: z.string(), title: z.string(), url: z.string().nullable() }).nullable(),
  state: z.enum(DIFFERENCE_STATES),
  /** Empty for an item that is absent. */
  fields: z.array(z.enum(COMPARED_FIELDS)),
});
export type LedgerDifference = z.infer<typeof LedgerDifference>;

export const SourceLedger = z.object({
  source: Id,
  state: z.enum(COMPARISON_STATES),
  /** Items of the sample that the running comparison has read again, and their number; null before it is known. */
  done: Count,
  total: Count.nullable(),
  /** Why it waits or has failed. */
  text: z.string().nullable(),
  /** The host refuses the credential. */
  needs_access: z.boolean(),
  /** Time of the last complete comparison; null when there was none. The rest is of the same moment. */
  counted_at: Timestamp.nullable(),
  counts: z.array(LedgerCount),
  /** A sync was running while it was counted, or one has ended since. */
  is_outdated: z.boolean(),
  /** Items that were read again from the host; 0: none. */
  sampled: Count,
  differences: z.array(LedgerDifference),
});
export type SourceLedger = z.infer<typeof SourceLedger>;
