import type { RuleItem } from "../../engines/rules/ruleItem.ts";
import type { RuleItemRow } from "../../db/tables/ruleItems.ts";

/** A row as rules decide about it. */
export const ruleItemOf = (kind: RuleItem["kind"], row: RuleItemRow): RuleItem => ({
  kind,
  id: row.id,
  key: row.key,
  title: row.title,
  body: row.body,
  state: row.state,
  labels: row.labels,
  author: row.author,
  isByBot: row.is_bot,
  assignees: row.assignees,
  status: row.status,
  type: row.type,
  priority: row.priority,
  resolution: row.resolution,
  components: row.components,
  milestones: row.milestones,
  source: row.source,
  createdAt: row.created_at,
  likelyFiles: row.likely_files,
  certainty: row.confidence,
});
