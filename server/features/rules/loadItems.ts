import type { RuleItem, RulePerson } from "../../engines/rules/ruleItem.ts";
import type { RuleItemRow, RulePersonRow } from "../../db/tables/rules/ruleItems.ts";
import type { PersonNames } from "./personNames.ts";

/** An account with the other names of its person. */
export const rulePersonOf = (row: RulePersonRow, names: PersonNames): RulePerson => {
  const aliases = names.get(row.id);
  return aliases === undefined ? row : { ...row, aliases };
};

/** A row as rules decide about it. */
export const ruleItemOf = (kind: RuleItem["kind"], row: RuleItemRow, names: PersonNames): RuleItem => ({
  kind,
  id: row.id,
  key: row.key,
  title: row.title,
  body: row.body,
  state: row.state,
  labels: row.labels,
  author: row.author && rulePersonOf(row.author, names),
  isByBot: row.is_bot,
  assignees: row.assignees.map((assignee) => rulePersonOf(assignee, names)),
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
