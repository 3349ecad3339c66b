/**
 * What a rule does about an event, stored in one transaction: its run, the changes of the tracker that are sent later, notices, and what webhooks
 * are sent. A rule has one run for each event, also if a process is killed.
 */
import { MAX_MARKS } from "../../../contract/marks/markRules.ts";
import { MAX_ACTIONS_PER_HOUR, RULE_EVENT } from "../../../contract/integrations/ruleKinds.ts";
import type { IssueChange } from "../../../contract/issues/issueWrites.ts";
import { newId } from "../../db/newId.ts";
import { notify } from "../../db/notify.ts";
import type { Db } from "../../db/openDb.ts";
import { insertHeldWrites } from "../../db/tables/issues/heldWrites.ts";
import { type WritableIssueRow, findWritableIssue } from "../../db/tables/issues/issueWrites.ts";
import {
  findWebhookCalled,
  isRepository,
  listAccountsCalled,
  listMembersByEmail,
} from "../../db/tables/rules/ruleItems.ts";
import { type RuleEventRow, findActivity, insertRuleActions, insertRuleRun } from "../../db/tables/rules/ruleRuns.ts";
import { type RuleRow, countRecentActions, lockRule } from "../../db/tables/rules/rules.ts";
import { type MarkedPlace, insertMark } from "../../db/tables/issues/itemMarks.ts";
import { insertDeliveries } from "../../db/tables/sources/webhookDeliveries.ts";
import type { ExpertChoice, TrackerAccount } from "../../engines/rules/chooseExpert.ts";
import type { PlannedAction } from "../../engines/rules/decide.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { OUTGOING_CHANNEL } from "../../events/writeOutgoing.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { digestOf } from "../issueWrites/runWrite.ts";
import { hostOf } from "../issueWrites/writeAccess.ts";
import { pauseRule } from "./pauseRule.ts";

/** What becomes of one action when its run is stored. */
interface StoredAction {
  readonly state: "waiting" | "done" | "refused";
  readonly text?: Message;
  readonly value?: string;
  readonly writeId?: string;
}

interface Run {
  readonly tx: Db;
  readonly id: string;
  readonly rule: RuleRow;
  readonly event: RuleEventRow;
  /** The issue that the event is about. */
  readonly issue: WritableIssueRow | undefined;
}

/** Stores a run, unless the rule has been turned off or changed meanwhile, or has decided about the event before. */
export async function storeRun(
  tx: Db,
  { id: ruleId, revision }: Pick<RuleRow, "id" | "revision">,
  event: RuleEventRow,
  planned: readonly PlannedAction[],
): Promise<void> {
  const rule = await lockRule(tx, ruleId);
  if (!rule?.is_enabled || rule.revision !== revision) return;
  const isOfIssue = event.subject_kind === "issue";
  const id = newId();
  const isNew = await insertRuleRun(tx, {
    id,
    rule_id: ruleId,
    project_id: event.project_id,
    event: event.event,
    key: event.key,
    subject_kind: event.subject_kind,
    subject_id: event.subject_id,
    detail: event.detail,
    occurred_at: event.occurred_at,
    activity_at: isOfIssue ? await findActivity(tx, event.subject_id) : null,
  });
  if (!isNew) return;
  if ((await countRecentActions(tx, ruleId)) + planned.length > MAX_ACTIONS_PER_HOUR) {
    const reason = message("rule.too_many_actions", { max: MAX_ACTIONS_PER_HOUR });
    await pauseRule(tx, rule, reason);
    await insertRuleActions(
      tx,
      planned.map((plannedRule, at) => rowOf(id, event, plannedRule, at, { state: "refused", text: reason })),
    );
    return;
  }
  const issue = isOfIssue ? await findWritableIssue(tx, event.subject_id) : undefined;
  const run: Run = { tx, id, rule, event, issue };
  const rows = [];
  for (const [position, plannedRule] of planned.entries()) {
    rows.push(rowOf(id, event, plannedRule, position, await storeAction(run, plannedRule, position)));
  }
  await insertRuleActions(tx, rows);
}

const rowOf = (
  runId: string,
  event: RuleEventRow,
  { action, detail, expert }: PlannedAction,
  position: number,
  { state, text, value, writeId }: StoredAction,
) => ({
  id: newId(),
  run_id: runId,
  position,
  do: action.do,
  detail,
  issue_id: event.subject_kind === "issue" ? event.subject_id : null,
  value: value ?? null,
  write_id: writeId ?? null,
  state,
  text: text === undefined ? null : serializeMessage(text),
  // Why there is no expert is why it was refused.
  reason: expert?.account ? serializeMessage(expert.reason) : null,
  seen_at: null,
});

async function storeAction(
  run: Run,
  { action, detail, expert }: PlannedAction,
  position: number,
): Promise<StoredAction> {
  switch (action.do) {
    case "label":
      return storeChange(
        run,
        position,
        { action: "labels", add: [action.label], remove: [] },
        action.label.toLowerCase(),
      );
    case "assign":
      return assign(run, position, action.person);
    case "assign_expert":
      return assignExpert(run, position, expert);
    case "comment":
      return storeChange(run, position, { action: "comment", body: detail });
    case "notify":
      return notifyMembers(run, action.people);
    case "webhook":
      return sendToWebhook(run, action.webhook, position);
    case "mark":
      return mark(run, action.mark);
  }
}

async function assign(run: Run, position: number, person: string): Promise<StoredAction> {
  const { tx, issue } = run;
  if (!issue) return { state: "refused", text: message("issue.not_found") };
  const host = hostOf(issue);
  const [account] = await listAccountsCalled(tx, issue.source_id, person);
  if (!account) return { state: "refused", text: message("rule.no_person", { host, person }) };
  return assignAccount(run, position, { ...account, externalId: account.external_id }, person);
}

async function assignExpert(run: Run, position: number, expert: ExpertChoice | undefined): Promise<StoredAction> {
  if (!expert?.account)
    return { state: "refused", text: expert?.reason ?? message("rule.no_expert", { count: 0, median: 0 }) };
  return assignAccount(run, position, expert.account, expert.account.login);
}

async function assignAccount(
  run: Run,
  position: number,
  account: TrackerAccount,
  person: string,
): Promise<StoredAction> {
  const name = (run.issue && providerRulesOf(run.issue.provider).assigneeName?.(account)) ?? null;
  if (name === null) return { state: "refused", text: message("rule.assign_unsupported", { person }) };
  return storeChange(run, position, { action: "assignees", add: [name], remove: [] }, account.id);
}

/** A mark is stored with the run: no tracker is asked. */
async function mark({ tx, rule, event }: Run, text: string): Promise<StoredAction> {
  const place = markedPlaceOf(event);
  const result =
    place === null
      ? "gone"
      : await insertMark(tx, rule.project_id, place, {
          text,
          folded: normalizeProse(text),
          rule: rule.name,
          userId: rule.enabled_by,
        });
  if (result === "full") return { state: "refused", text: message("mark.limit", { max: MAX_MARKS }) };
  return result === "gone" ? { state: "refused", text: message("mark.item_not_found") } : { state: "done" };
}

/** What of an event can have a mark; null where nothing can. */
export function markedPlaceOf({
  event,
  subject_kind: kind,
  subject_id: id,
  detail,
}: Pick<RuleEventRow, "event" | "subject_kind" | "subject_id" | "detail">): MarkedPlace | null {
  if (kind === "issue" || kind === "request") return { kind, id };
  return event === "page.outdated" ? { kind: "page", source: id, path: detail } : null;
}

/** Stores a change that is sent as the member who turned the rule on. */
async function storeChange(run: Run, position: number, change: IssueChange, value?: string): Promise<StoredAction> {
  const { tx, id, rule, issue } = run;
  if (!issue || rule.enabled_by === null) return { state: "refused", text: message("issue.not_found") };
  const account = rule.accounts[issue.source_id];
  if (account === undefined) return { state: "refused", text: message("rule.no_account", { host: hostOf(issue) }) };
  const writeId = newId();
  await insertHeldWrites(
    tx,
    [
      {
        id: writeId,
        project_id: issue.project_id,
        source_id: issue.source_id,
        issue_id: issue.id,
        user_id: rule.enabled_by,
        request_key: `rule ${id} ${position}`,
        digest: digestOf(change),
        change: JSON.stringify(change),
        address: "",
        account,
        batch_id: null,
      },
    ],
    0,
  );
  return { state: "waiting", writeId, ...(value !== undefined && { value }) };
}

async function notifyMembers({ tx, id, rule, event }: Run, people: readonly string[]): Promise<StoredAction> {
  const members = await listMembersByEmail(tx, rule.project_id, people);
  if (members.length === 0)
    return { state: "refused", text: message("rule.no_receiver", { people: people.join(", ") }) };
  const { path, subject } = await noticeSubject(tx, event);
  await writeNotices(
    tx,
    members.map(({ id: userId }) => ({
      userId,
      kind: "rule_matched",
      projectId: rule.project_id,
      key: `rule_matched ${id}`,
      subject,
      data: { rule: rule.name, ...(path !== undefined && { path }) },
    })),
  );
  return { state: "done" };
}

/** What a notice links to. Pages of a wiki are not in the code of a project. */
async function noticeSubject(tx: Db, { subject_kind: kind, subject_id: id, detail }: RuleEventRow) {
  if (kind === "request" || kind === "project") return { subject: null };
  if (kind !== "source" || detail === "") return { subject: { kind, id } };
  return (await isRepository(tx, id))
    ? { subject: { kind, id }, path: detail.replace(/\/?\*$/, "") }
    : { subject: null };
}

async function sendToWebhook({ tx, id, rule, event }: Run, label: string, position: number): Promise<StoredAction> {
  const webhook = await findWebhookCalled(tx, rule.project_id, label);
  if (!webhook) return { state: "refused", text: message("rule.no_webhook", { webhook: label }) };
  // A page of a wiki may be restricted until the event is sent.
  const isShown =
    event.detail !== "" && (event.subject_kind !== "source" || (await isRepository(tx, event.subject_id)));
  await insertDeliveries(tx, [
    {
      id: newId(),
      webhook_id: webhook.id,
      event: RULE_EVENT,
      key: `${RULE_EVENT} ${id} ${position}`,
      project_id: rule.project_id,
      ...(event.subject_kind !== "project" && { subject_kind: event.subject_kind, subject_id: event.subject_id }),
      data: JSON.stringify({
        rule: { name: rule.name, when: event.event, ...(isShown && { about: event.detail }) },
      }),
      occurred_at: event.occurred_at,
      next_attempt_at: new Date(),
      attempted_at: null,
      status: null,
      duration_ms: null,
      error: null,
    },
  ]);
  await notify(tx, OUTGOING_CHANNEL);
  return { state: "done" };
}
