import type { Mark } from "../../contract/marks/marks.ts";
import type { MarkRow } from "../db/tables/issues/itemMarks.ts";

/** A mark as its item shows it. */
export const presentMark = ({ id, text, rule, by, created_at: at }: MarkRow): Mark => ({
  id,
  text,
  rule,
  by,
  at: at.toISOString(),
});
