/** Tables of mirrored access. */
import type { Time } from "../columns.ts";

/** What the host of a mirrored source last answered to a member's own account. */
export interface SourceAccessChecksTable {
  source_id: string;
  user_id: string;
  /** `unknown`: the host did not answer, or the account has to be connected again. */
  state: "allowed" | "refused" | "unknown";
  /** When the last check began. */
  checked_at: Time;
  /** When the host last allowed it; null after a refusal. */
  allowed_at: Time | null;
  /** When it is checked next. */
  due_at: Time;
}
