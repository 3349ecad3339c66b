import { z } from "zod";

const Count = z.number().int().nonnegative();
const Bytes = z.number().nonnegative();

/** What a company uses of what it may use, for its Admins. `allowed` null: there is no limit. */
export const CompanyQuotas = z.object({
  disk: z.object({
    /** The sum of the parts, as they were measured last. */
    used_bytes: Bytes,
    allowed_bytes: Bytes.nullable(),
    /** Copies of repositories, the search index, and rows of the database. */
    parts: z.object({ copies: Bytes, index: Bytes, rows: Bytes }),
    /** Syncs that wait for room. */
    waiting: Count,
  }),
  /** Linked sources; `allowed` is the smaller of the quota and what the plan allows. */
  sources: z.object({ used: Count, allowed: Count.nullable() }),
  /** Syncs that run now, in all processes of the server. */
  syncs: z.object({ running: Count, allowed: Count.nullable(), waiting: Count }),
});
export type CompanyQuotas = z.infer<typeof CompanyQuotas>;
