import { z } from "zod";

const Count = z.number().int().nonnegative();
const Bytes = z.number().nonnegative();

/** Usage and quotas of a company, for its Admins. `allowed` null: no limit. */
export const CompanyQuotas = z.object({
  disk: z.object({
    /** The sum of the parts, as last measured. */
    used_bytes: Bytes,
    allowed_bytes: Bytes.nullable(),
    /** Mirrors of repositories, the search index, and rows of the database. */
    parts: z.object({ copies: Bytes, index: Bytes, rows: Bytes }),
    /** Syncs that wait for disk space. */
    waiting: Count,
  }),
  /** Linked sources; `allowed` is the smaller of the quota and the plan's limit. */
  sources: z.object({ used: Count, allowed: Count.nullable() }),
  /** Running syncs, in all processes of the server. */
  syncs: z.object({ running: Count, allowed: Count.nullable(), waiting: Count }),
});
export type CompanyQuotas = z.infer<typeof CompanyQuotas>;
