import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { isWriting } from "../../../contract/integrations/ruleKinds.ts";
import { planNow, statusNow } from "../../access/subscription.ts";
import { PeriodicRunner } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { listMarks } from "../../db/tables/issues/itemMarks.ts";
import { findWritableIssue } from "../../db/tables/issues/issueWrites.ts";
import {
  findPlanOfProject,
  findSearchName,
  listRuleIssues,
  listRuleRequests,
} from "../../db/tables/rules/ruleItems.ts";
import {
  type RuleEventRow,
  deleteRuleEvent,
  listDueRuleEvents,
  listStaleIssues,
  postponeRuleEvent,
  completeRuleActions,
} from "../../db/tables/rules/ruleRuns.ts";
import { type RuleRow, listActiveRules, listStaleRules, lockRule, updateRule } from "../../db/tables/rules/rules.ts";
import { type PlannedAction, compileRule, needsPlace } from "../../engines/rules/decide.ts";
import { subjectEvent } from "../../engines/rules/ruleHistory.ts";
import type { RuleEvent } from "../../engines/rules/ruleItem.ts";
import { writeRuleEvents } from "../../events/writeRuleEvents.ts";
import type { Message } from "../../messages/messages.ts";
import { type WriteAccessDeps, openWriteAccess } from "../issueWrites/writeAccess.ts";
import { ruleItemOf } from "./loadItems.ts";
import { findActingMember, leftProject, pauseRule } from "./pauseRule.ts";
import { markedPlaceOf, storeRun } from "./storeRun.ts";
import { type PersonNames, namesPerson, personNames } from "./personNames.ts";
import { type TakeSnapshot, watchProjects } from "./watchProjects.ts";
import { type AskExperts, withExperts } from "./withExperts.ts";

const POLL_INTERVAL_MS = 2 * SECOND_MS;
const STALE_INTERVAL_MS = MINUTE_MS;
const BATCH_SIZE = 100;
/** Issues that became stale and are decided about in one run; the rest is for the next one. */
const MAX_STALE = 500;
/** A rule that looks at the likely place waits for the likely files of an issue this long. */
const ANALYSIS_WAIT_MS = 30 * MINUTE_MS;
const ANALYSIS_POLL_MS = 15 * SECOND_MS;

export interface RuleDeps extends WriteAccessDeps {
  readonly askExperts: AskExperts;
}

interface RunnerDeps extends RuleDeps {
  readonly takeSnapshot: TakeSnapshot;
}

/** Decides about what has happened. Several processes may do it at the same time: an event is taken by one of them, and a rule has one run for each event. */
export class RuleRunner extends PeriodicRunner {
  readonly #deps: RunnerDeps;
  #staleAt = 0;

  constructor(deps: RunnerDeps, onError: (error: unknown) => void) {
    super(POLL_INTERVAL_MS, onError);
    this.#deps = deps;
  }

  /** Decides about all that is due. An event that fails keeps no other from being decided about, and is decided about again. */
  async run(now = new Date()): Promise<void> {
    const { db } = this.#deps;
    await completeRuleActions(db);
    if (Math.abs(now.getTime() - this.#staleAt) >= STALE_INTERVAL_MS) {
      this.#staleAt = now.getTime();
      for (const rule of await listStaleRules(db)) await noteStaleIssues(db, rule.id, now);
      const isInPlanNow = (projectId: string) => isInPlan(db, projectId, now);
      await watchProjects(
        { db, takeSnapshot: this.#deps.takeSnapshot, isInPlan: isInPlanNow, onError: this.onError },
        now,
      );
    }
    while (!this.isStopped) {
      const namesFor = namesOnce(db);
      const due = await listDueRuleEvents(db, BATCH_SIZE);
      if (due.length === 0) return;
      for (const event of due) {
        try {
          await decideEvent(this.#deps, event, namesFor, now);
        } catch (error) {
          this.onError(error);
          await postponeRuleEvent(db, event.id, MINUTE_MS);
        }
      }
    }
  }
}

/** Stores the events of the issues that became stale since the last run. */
async function noteStaleIssues(db: Db, ruleId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rule = await lockRule(tx, ruleId);
    const days = rule?.definition.days ?? null;
    const after = rule?.stale_until ?? rule?.enabled_at ?? now;
    if (!rule?.is_enabled || days === null || after >= now) return;
    const stale = await listStaleIssues(tx, rule.project_id, { days, after, until: now, limit: MAX_STALE });
    await writeRuleEvents(
      tx,
      rule.project_id,
      stale.map(({ id, activity, stale_at: at }) => ({
        event: "issue.stale",
        key: `issue.stale ${days} ${id} ${activity.toISOString()}`,
        subject: { kind: "issue" as const, id },
        at,
        days,
      })),
    );
    const last = stale.at(-1);
    await updateRule(tx, rule.id, { stale_until: stale.length === MAX_STALE && last ? last.stale_at : now });
  });
}

interface DecidedRule {
  readonly rule: RuleRow;
  readonly actions: readonly PlannedAction[];
}

type NamesFor = (projectId: string, rules: readonly RuleRow[]) => Promise<PersonNames>;

/** Reads the persons of a project once for the events of a batch, where a rule names a person. */
function namesOnce(db: Db): NamesFor {
  const read = new Map<string, PersonNames>();
  return async (projectId, rules) => {
    const definitions = rules.map(({ definition }) => definition);
    if (!definitions.some(namesPerson)) return personNames(db, projectId, []);
    const names = read.get(projectId) ?? (await personNames(db, projectId, definitions));
    read.set(projectId, names);
    return names;
  };
}

/** Decides about one event, for each rule of its project. */
async function decideEvent(deps: RuleDeps, event: RuleEventRow, namesFor: NamesFor, now: Date): Promise<void> {
  const { db } = deps;
  const rules = (await isInPlan(db, event.project_id, now))
    ? (await listActiveRules(db, event.project_id, event.event)).filter(
        ({ enabled_at: since }) => since !== null && floorSecond(since) <= event.occurred_at.getTime(),
      )
    : [];
  const unmarked = rules.length > 0 ? await readEvent(db, event, await namesFor(event.project_id, rules)) : null;
  const read =
    unmarked && rules.some(hasMark) ? { ...unmarked, event: await withMarks(db, event, unmarked.event) } : unmarked;
  if (read?.event.item && rules.some(({ definition }) => needsPlace(definition)) && isTooEarly(event, read, now)) {
    await postponeRuleEvent(db, event.id, ANALYSIS_POLL_MS);
    return;
  }
  const planned = read
    ? rules.flatMap((rule) => {
        const actions = compileRule(rule.definition).decide(read.event);
        return actions.length > 0 ? [{ rule, actions, issueId: read.event.item?.id ?? null }] : [];
      })
    : [];
  const checked: (DecidedRule & { readonly fault: Message | null })[] = [];
  for (const plannedRule of await withExperts(deps.askExperts, event.project_id, planned))
    checked.push({ ...plannedRule, fault: await faultOf(deps, event, plannedRule) });
  await db.transaction().execute(async (tx) => {
    if (!(await deleteRuleEvent(tx, event.id))) return;
    for (const { rule, actions, fault } of checked) {
      if (fault) await pauseRule(tx, rule, fault);
      else await storeRun(tx, rule, event, actions);
    }
  });
}

/** Hosts say the second of a change. */
const floorSecond = (at: Date): number => at.getTime() - (at.getTime() % SECOND_MS);

async function isInPlan(db: Db, projectId: string, now: Date): Promise<boolean> {
  const company = await findPlanOfProject(db, projectId);
  if (!company) return false;
  return statusNow(company, now) !== "expired" && planHas(planNow(company, now), "custom_integrations");
}

/** Whether a rule sets a mark. */
const hasMark = ({ definition }: RuleRow): boolean => definition.actions.some((action) => action.do === "mark");

async function withMarks(db: Db, row: RuleEventRow, event: RuleEvent): Promise<RuleEvent> {
  const place = markedPlaceOf(row);
  const marks = place ? await listMarks(db, place) : [];
  return { ...event, marks: marks.map(({ folded, created_at: at }) => ({ folded, at })) };
}

interface ReadEvent {
  readonly event: RuleEvent;
  readonly analysedAt: Date | null;
}

/** The event with what it is about, as it is now; null where that is gone or restricted. */
async function readEvent(db: Db, row: RuleEventRow, names: PersonNames): Promise<ReadEvent | null> {
  const { event: trigger, occurred_at: at, subject_kind: kind, subject_id: id, project_id: projectId, days } = row;
  if (kind !== "issue" && kind !== "request") {
    const name = kind === "search" ? await findSearchName(db, id) : undefined;
    const event = subjectEvent({ trigger, at, kind, detail: row.detail }, name);
    return event && { event, analysedAt: null };
  }
  const list = kind === "issue" ? listRuleIssues : listRuleRequests;
  const [item] = await list(db, projectId, [id]);
  if (!item) return null;
  return { event: { trigger, at, item: ruleItemOf(kind, item, names), days }, analysedAt: item.analysed_at };
}

/** The likely files of an issue are those of its text before the event. */
const isTooEarly = ({ stored_at: storedAt, event }: RuleEventRow, { analysedAt }: ReadEvent, now: Date): boolean =>
  event !== "issue.stale" &&
  (analysedAt === null || analysedAt < storedAt) &&
  now.getTime() - storedAt.getTime() < ANALYSIS_WAIT_MS;

/** Why a rule cannot act: its member has left, or has no account any more. */
async function faultOf(
  deps: WriteAccessDeps,
  event: RuleEventRow,
  { rule, actions }: DecidedRule,
): Promise<Message | null> {
  const member = await findActingMember(deps.db, rule);
  if (!member) return leftProject;
  if (!actions.some(({ action }) => isWriting(action.do))) return null;
  const issue = await findWritableIssue(deps.db, event.subject_id);
  if (!issue) return null;
  const access = await openWriteAccess(deps, member, issue);
  return "blocked" in access ? access.blocked.text : null;
}
