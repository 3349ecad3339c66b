/** The rules of a project: making, checking, turning on, stopping, and their logs. Who may change them is checked by the routes. */
import { z } from "zod";
import { MAX_RULES, isWriting } from "../../../contract/integrations/ruleKinds.ts";
import type {
  DryRun,
  Rule,
  RuleDefinition,
  RuleRunPage,
  RuleRunsQuery,
  RuleSwitchBody,
  Rules,
} from "../../../contract/integrations/rules.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findWritableTracker } from "../../db/tables/issues/issueWrites.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import { listRuleOptions, listRuleSubjects, listTrackerIds } from "../../db/tables/rules/ruleItems.ts";
import { listExistingPages } from "../../db/tables/rules/ruleHistory.ts";
import {
  deleteRuleEventsOf,
  discardWritesOfRules,
  listActionsOfRuns,
  listRuleRuns,
} from "../../db/tables/rules/ruleRuns.ts";
import {
  type RuleRow,
  countRules,
  deleteRule,
  deleteRuleStop,
  findRule,
  findRuleStop,
  insertRule,
  insertRuleStop,
  listRuleFiles,
  listRules,
  lockRule,
  updateRule,
} from "../../db/tables/rules/rules.ts";
import { ruleFaults } from "../../engines/rules/decide.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { type Language, type Message, message } from "../../messages/messages.ts";
import { type WriteAccessDeps, accountAtHost, openWriteAccess } from "../issueWrites/writeAccess.ts";
import { dryRun } from "./dryRun.ts";
import { presentFile, presentRule, presentRun, presentStop } from "./present.ts";

/** Who changes a rule, and in which language they read the answer. */
export interface RuleEditor {
  readonly by: Actor;
  readonly language: Language;
}

/** All rules of a project with what they can name. */
export async function readRules(db: Db, projectId: string, language: Language): Promise<Rules> {
  const [stop, rules, files, options] = await Promise.all([
    findRuleStop(db, projectId),
    listRules(db, projectId),
    listRuleFiles(db, projectId),
    listRuleOptions(db, projectId),
  ]);
  return {
    stopped: presentStop(stop),
    rules: rules.map((row) => presentRule(row, language)),
    files: files.map((row) => presentFile(row, language)),
    options,
  };
}

async function readRule(db: Db, id: string, language: Language): Promise<Rule> {
  const row = await findRule(db, id);
  if (!row) throw new NotFound(message("rule.not_found"));
  return presentRule(row, language);
}

async function locked(tx: Db, id: string): Promise<RuleRow> {
  const row = await lockRule(tx, id);
  if (!row) throw new NotFound(message("rule.not_found"));
  return row;
}

/** @throws Invalid with the fields that do not fit each other */
function requireUsable(definition: RuleDefinition): void {
  const faults = Object.entries(ruleFaults(definition));
  if (faults.length > 0)
    throw new Invalid({ rule: Object.fromEntries(faults.map(([field, fault]) => [field, [fault]])) });
}

const refuseTakenName = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Invalid({ rule: { name: [message("rule.name_taken")] } }, { cause: error });
  }
};

/** What the audit log keeps of a rule. */
const auditOf = ({ when, query, actions }: RuleDefinition) => ({
  when,
  query,
  actions: actions.map((action) => action.do),
});

/** Makes a rule, which is off. @throws Invalid; Conflict at the limit */
export async function addRule(
  db: Db,
  project: Pick<ProjectAccess, "id" | "slug">,
  definition: RuleDefinition,
  { by, language }: RuleEditor,
): Promise<Rule> {
  requireUsable(definition);
  const id = newId();
  await refuseTakenName(
    db.transaction().execute(async (tx) => {
      await lockProject(tx, project.id);
      if ((await countRules(tx, project.id)) >= MAX_RULES)
        throw new Conflict(message("rule.limit", { max: MAX_RULES }));
      await insertRule(tx, {
        id,
        project_id: project.id,
        source_id: null,
        name: definition.name,
        definition: JSON.stringify(definition),
        accounts: "{}",
        enabled_by: null,
        enabled_at: null,
        paused_reason: null,
        stale_until: null,
      });
      await recordAuditEvent(tx, by, {
        action: "rule.created",
        subject: { kind: "rule", id, name: definition.name },
        after: { project: project.slug, ...auditOf(definition) },
      });
    }),
  );
  return readRule(db, id, language);
}

/** Changes a rule, which turns it off: what it does now has had no dry run. @throws Invalid; Conflict for one of a file */
export async function changeRule(
  db: Db,
  id: string,
  definition: RuleDefinition,
  { by, language }: RuleEditor,
): Promise<Rule> {
  requireUsable(definition);
  await refuseTakenName(
    db.transaction().execute(async (tx) => {
      const before = await locked(tx, id);
      requireOfForm(before);
      await updateRule(tx, id, {
        name: definition.name,
        definition: JSON.stringify(definition),
        revision: before.revision + 1,
        is_enabled: false,
        paused_reason: null,
      });
      await recordAuditEvent(tx, by, {
        action: "rule.changed",
        subject: { kind: "rule", id, name: definition.name },
        before: auditOf(before.definition),
        after: auditOf(definition),
      });
    }),
  );
  return readRule(db, id, language);
}

function requireOfForm({ source_id: source }: RuleRow): void {
  if (source !== null) throw new Conflict(message("rule.file_is_read_only"));
}

/** Removes a rule with its log, and takes back what it has not sent. @throws Conflict for one of a file */
export async function removeRule(db: Db, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await locked(tx, id);
    requireOfForm(before);
    await discardWritesOfRules(tx, { ruleId: id });
    await deleteRule(tx, id);
    await recordAuditEvent(tx, by, {
      action: "rule.removed",
      subject: { kind: "rule", id, name: before.name },
      before: auditOf(before.definition),
    });
  });
}

/** A dry run, after which this state of the rule can be turned on. */
export async function runDry(
  deps: Parameters<typeof dryRun>[0],
  { id, revision, definition, project_id }: RuleRow,
  page: Parameters<typeof dryRun>[3],
): Promise<DryRun> {
  const { db } = deps;
  const run = await dryRun(deps, project_id, definition, page);
  await db.transaction().execute(async (tx) => {
    const rule = await locked(tx, id);
    if (rule.revision === revision) await updateRule(tx, id, { checked_revision: revision });
  });
  return run;
}

/** A rule acts as the caller: it must be the one that the caller has seen, and have had a dry run. @throws Conflict */
function requireChecked(rule: Pick<RuleRow, "revision" | "checked_revision">, seenRevision: number): void {
  if (rule.revision !== seenRevision) throw new Conflict(message("rule.changed_since"));
  if (rule.checked_revision !== rule.revision) throw new Conflict(message("rule.not_checked"));
}

/** Turns a rule on, as the caller, or off. @throws Conflict without a dry run, and where the caller has no account to write with */
export async function switchRule(
  deps: WriteAccessDeps,
  project: ProjectAccess,
  id: string,
  { enabled: isEnabled, revision }: z.output<typeof RuleSwitchBody>,
  { by, language }: RuleEditor,
): Promise<Rule> {
  const { db } = deps;
  const seen = await findRule(db, id);
  if (!seen) throw new NotFound(message("rule.not_found"));
  if (isEnabled) requireChecked(seen, revision);
  const writes = seen.definition.actions.some((action) => isWriting(action.do));
  const accounts = isEnabled && writes ? await accountsOf(deps, project, by.id ?? "") : {};
  await db.transaction().execute(async (tx) => {
    const rule = await locked(tx, id);
    if (isEnabled) requireChecked(rule, revision);
    await updateRule(tx, id, {
      is_enabled: isEnabled,
      paused_reason: null,
      ...(isEnabled && {
        enabled_by: by.id,
        enabled_at: new Date(),
        stale_until: null,
        accounts: JSON.stringify(accounts),
      }),
    });
    await recordAuditEvent(tx, by, {
      action: "rule.switched",
      subject: { kind: "rule", id, name: rule.name },
      before: { is_enabled: rule.is_enabled },
      after: { project: project.slug, is_enabled: isEnabled },
    });
  });
  return readRule(db, id, language);
}

/** The names of the caller's accounts at the trackers of a project. @throws Conflict where there is none, with the reason of the first tracker */
async function accountsOf(
  deps: WriteAccessDeps,
  project: ProjectAccess,
  userId: string,
): Promise<Record<string, string>> {
  const accounts: Record<string, string> = {};
  let reason: Message | null = null;
  for (const sourceId of await listTrackerIds(deps.db, project.id)) {
    const tracker = await findWritableTracker(deps.db, sourceId);
    if (!tracker) continue;
    const access = await openWriteAccess(deps, { id: userId, role: project.role }, tracker);
    if ("blocked" in access) {
      reason ??= access.blocked.text;
      continue;
    }
    const account = await accountAtHost(tracker, (signal) => access.use((writer) => writer.account(signal)));
    if ("reason" in account) reason ??= account.reason;
    else accounts[sourceId] = account.name;
  }
  if (Object.keys(accounts).length === 0) throw new Conflict(reason ?? message("rule.no_tracker"));
  return accounts;
}

/** Stops all rules of a project, with what they have not sent, or lets them run again. */
export async function stopRules(
  db: Db,
  { id, slug }: Pick<ProjectAccess, "id" | "slug">,
  isStopped: boolean,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockProject(tx, id);
    if (isStopped) {
      await insertRuleStop(tx, id, by.id ?? "");
      await deleteRuleEventsOf(tx, id);
      await discardWritesOfRules(tx, { projectId: id });
    } else {
      await deleteRuleStop(tx, id);
    }
    await recordAuditEvent(tx, by, {
      action: "rules.stopped",
      subject: { kind: "project", id, name: slug },
      after: { stopped: isStopped },
    });
  });
}

const RunCursor = z.string().regex(/^\d{1,18}$/);

/** One page of the log of a rule, the newest first. */
export async function readRuns(
  db: Db,
  { id, project_id: projectId }: RuleRow,
  { cursor, limit }: z.output<typeof RuleRunsQuery>,
  language: Language,
): Promise<RuleRunPage> {
  const before = decodeCursor(RunCursor, cursor);
  const rows = await listRuleRuns(db, id, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (!last) return { results: [], next: null };
  const ids = shown.map((row) => row.id);
  const pages = shown.flatMap(({ event, subject_id: source, detail: path }) =>
    event === "page.outdated" ? [{ source, path }] : [],
  );
  const [actions, existingPages, subjects] = await Promise.all([
    listActionsOfRuns(db, ids),
    listExistingPages(db, pages),
    listRuleSubjects(db, projectId, [...new Set(shown.map((row) => row.subject_id))]),
  ]);
  const actionsOf = Map.groupBy(actions, (action) => action.run_id);
  const subjectOf = new Map(subjects.map((subject) => [subject.id, subject]));
  return {
    results: shown.map((row) => {
      const isGone = row.event === "page.outdated" && !existingPages.has(`${row.subject_id} ${row.detail}`);
      const subject = isGone ? undefined : subjectOf.get(row.subject_id);
      return presentRun(row, subject, actionsOf.get(row.id) ?? [], language);
    }),
    next: rows.length > limit ? encodeCursor(String(last.number)) : null,
  };
}
