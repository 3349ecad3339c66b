import type { Rule, RuleRun, Rules } from "../../../contract/integrations/rules.ts";
import type { RuleSubjectRow } from "../../db/tables/rules/ruleItems.ts";
import type { RuleActionRow, RuleRunRow } from "../../db/tables/rules/ruleRuns.ts";
import type { ListedRule, findRuleStop, listRuleFiles } from "../../db/tables/rules/rules.ts";
import { type Language, formatStored } from "../../messages/messages.ts";

export const presentRule = (row: ListedRule, language: Language): Rule => ({
  id: row.id,
  definition: row.definition,
  revision: row.revision,
  file: row.source_id === null ? null : { source: row.source_id, name: row.source_name ?? "" },
  is_enabled: row.is_enabled,
  is_checked: row.checked_revision === row.revision,
  enabled_by: row.enabled_by_name,
  enabled_at: row.enabled_at?.toISOString() ?? null,
  paused_reason: row.paused_reason === null ? null : formatStored(row.paused_reason, language),
  last_run_at: row.last_run_at?.toISOString() ?? null,
  recent_actions: row.recent_actions,
});

export const presentStop = (row: Awaited<ReturnType<typeof findRuleStop>>): Rules["stopped"] =>
  row ? { at: row.stopped_at.toISOString(), by: row.stopped_by } : null;

export const presentFile = (
  row: Awaited<ReturnType<typeof listRuleFiles>>[number],
  language: Language,
): Rules["files"][number] => ({
  source: row.source_id,
  name: row.name,
  read_at: row.read_at.toISOString(),
  errors: row.errors.map(({ line, text }) => ({ line, text: formatStored(text, language) })),
});

/** A run as the log shows it. @param subject left out where it is gone or restricted */
export const presentRun = (
  row: RuleRunRow,
  subject: RuleSubjectRow | undefined,
  actions: readonly RuleActionRow[],
  language: Language,
): RuleRun => ({
  id: row.id,
  event: row.event,
  occurred_at: row.occurred_at.toISOString(),
  at: row.at.toISOString(),
  subject: subject
    ? { kind: subject.kind, key: subject.key || row.detail, title: subject.title, address: subject.id }
    : null,
  actions: actions.map((action) => ({
    do: action.do,
    // What is filled into a comment names the issue, which may be restricted since.
    detail: action.do === "comment" && !subject ? "" : action.detail,
    reason: action.reason === null ? null : formatStored(action.reason, language),
    state: action.state,
    text: action.text === null ? null : formatStored(action.text, language),
  })),
});
