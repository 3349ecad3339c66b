import { findRuleMember } from "../../db/tables/rules/ruleItems.ts";
import { lockRulesOfUser, type RuleRow, updateRule } from "../../db/tables/rules/rules.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourceMaintainers } from "../../db/tables/notices/noticeReceivers.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import { mayInProject } from "../../../contract/access/policy.ts";

/** Turns a rule off, says why, and notifies those who may turn it on again. */
export async function pauseRule(tx: Db, rule: Pick<RuleRow, "id" | "name" | "project_id">, reason: Message) {
  await updateRule(tx, rule.id, { is_enabled: false, paused_reason: serializeMessage(reason) });
  const users = await listSourceMaintainers(tx, rule.project_id);
  const at = new Date().toISOString();
  await writeNotices(
    tx,
    users.map((userId) => ({
      userId,
      kind: "rule_paused",
      projectId: rule.project_id,
      key: `rule_paused ${rule.id} ${at}`,
      data: { rule: rule.name },
    })),
  );
}

/** The member whose account a rule acts with, with the role; null for one who may no longer change rules. */
export async function findActingMember(db: Db, rule: Pick<RuleRow, "enabled_by" | "project_id">) {
  const member = rule.enabled_by === null ? undefined : await findRuleMember(db, rule.enabled_by, rule.project_id);
  return member && mayInProject(member.role, "rules.change") ? member : null;
}

export const leftProject = message("rule.left_project");

/**
 * Turns off the rules that act as a user who leaves a company, after the memberships have ended: a rule that is only found when it next has an
 * event would act again for a user who comes back.
 */
export async function pauseRulesOf(tx: Db, userId: string): Promise<void> {
  for (const rule of await lockRulesOfUser(tx, userId)) await pauseRule(tx, rule, leftProject);
}
