/** Events for rules. What a rule itself has changed is no event: no rule starts another one, or itself. */
import type { Db } from "../../db/openDb.ts";
import type { NoticeIssue } from "../../db/tables/notices/noticeCauses.ts";
import { type RuleEffectRow, listRuleEffects, updateEffectsSeen } from "../../db/tables/rules/ruleRuns.ts";
import type { NewOutgoingEvent } from "../../events/writeOutgoing.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";

/** An issue that a sync has stored, with its row before. */
export interface ReportedIssue {
  readonly issue: NoticeIssue;
  readonly old: NoticeIssue | undefined;
  readonly events: readonly NewOutgoingEvent[];
}

/** Stores the events of issues, without those that rules have caused. */
export async function noteRuleEvents(tx: Db, projectId: string, reported: readonly ReportedIssue[]): Promise<void> {
  const changed = reported.flatMap(({ issue, old }) => (old ? [{ issue, old }] : []));
  const effects = changed.length === 0 ? [] : await listRuleEffects(tx, idsOf(changed));
  const seen = new Set<string>();
  const isOwn = new Set<string>();
  for (const { issue, old } of changed) {
    const matchingEffects = effects.filter(
      (effect) => effect.issue_id === issue.id && isIn(issue, effect) && !isIn(old, effect),
    );
    for (const effect of matchingEffects) if (!effect.is_foreign) seen.add(effect.id);
    if (matchingEffects.length > 0 && !hasOtherChanges(issue, old, matchingEffects)) isOwn.add(issue.id);
  }
  await updateEffectsSeen(tx, [...seen]);
  const events = reported.flatMap(({ issue, events: all }) =>
    all.filter(({ event }) => event !== "issue.changed" || !isOwn.has(issue.id)),
  );
  await writeRuleEvents(tx, projectId, events);
}

const idsOf = (changed: readonly { readonly issue: NoticeIssue }[]): string[] => changed.map(({ issue }) => issue.id);

/** Whether an issue has what a rule has added to it. */
const isIn = ({ labels, assignees }: NoticeIssue, effect: RuleEffectRow): boolean =>
  effect.do === "label"
    ? labels.some((label) => label.toLowerCase() === effect.value)
    : assignees.includes(effect.value);

/** Whether an issue differs from its row before by more than what rules have added. */
function hasOtherChanges(issue: NoticeIssue, old: NoticeIssue, effects: readonly RuleEffectRow[]): boolean {
  if (issue.title !== old.title || issue.body !== old.body) return true;
  const values = (kind: RuleEffectRow["do"]) =>
    new Set(effects.flatMap((effect) => (effect.do === kind ? effect.value : [])));
  const lower = (labels: readonly string[]) => labels.map((label) => label.toLowerCase());
  return (
    differs(lower(issue.labels), lower(old.labels), values("label")) ||
    differs(issue.assignees, old.assignees, values("assign"))
  );
}

const differs = (now: readonly string[], before: readonly string[], added: ReadonlySet<string>): boolean =>
  now.some((value) => !before.includes(value) && !added.has(value)) || before.some((value) => !now.includes(value));
