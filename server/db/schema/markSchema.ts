/** The table of marks. */
import type { Created } from "../columns.ts";

/** A mark of an issue, a request or a page: one of the three is set. */
export interface ItemMarksTable {
  id: string;
  project_id: string;
  issue_id: string | null;
  request_id: string | null;
  /** The source of a page. */
  source_id: string | null;
  /** The path of a page in its source. */
  path: string | null;
  text: string;
  /** The text as marks are compared: in any case, accents aside. */
  folded: string;
  /** The name of the rule that set it; null for one that a member set. */
  rule: string | null;
  /** The member who set it, or for whom the rule acted. */
  user_id: string | null;
  created_at: Created;
}
