/** What a rule would have done in the last 90 days. Nothing is done. */
import { z } from "zod";
import { DAY_MS } from "../../../contract/durations.ts";
import { DRY_RUN_DAYS, KEPT_TRIGGERS, type KeptTrigger, isOfIssue } from "../../../contract/integrations/ruleKinds.ts";
import type { DryRun, DryRunEntry, RuleDefinition } from "../../../contract/integrations/rules.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import type { Db } from "../../db/openDb.ts";
import {
  listAccountsOfProject,
  listCommentTimes,
  listIdsForDryRun,
  listRuleHistory,
  listRuleIssues,
  listRuleRequests,
} from "../../db/tables/rules/ruleItems.ts";
import { type MarkRow, listMarksOfItems, listMarksOfPages } from "../../db/tables/issues/itemMarks.ts";
import {
  findHistoryStart,
  listExistingPages,
  listPastEvents,
  listSubjectNames,
} from "../../db/tables/rules/ruleHistory.ts";
import { type CompiledRule, compileRule } from "../../engines/rules/decide.ts";
import {
  type Decision,
  type HistorySpan,
  type PeopleByName,
  decideHistory,
  historyEvents,
  peopleByName,
  subjectEvent,
} from "../../engines/rules/ruleHistory.ts";
import type { RuleEvent, RuleMark } from "../../engines/rules/ruleItem.ts";
import { type Language, formatMessage } from "../../messages/messages.ts";
import { ruleItemOf, rulePersonOf } from "./loadItems.ts";
import { type PersonNames, personNames } from "./personNames.ts";
import { type AskExperts, withExperts } from "./withExperts.ts";

const PAGE_SIZE = 30;
/** Items of a project that a dry run looks at: the newest. */
const MAX_ITEMS = 5000;
const BATCH_SIZE = 200;
const MAX_ACCOUNTS = 20_000;

/** The place in a list, and the end of the span that the first page had. */
const DryRunCursor = z.tuple([z.number().int().nonnegative(), z.iso.datetime()]);

/** One page of what a rule would have done, the newest first. */
export async function dryRun(
  { db, askExperts }: { readonly db: Db; readonly askExperts: AskExperts },
  projectId: string,
  definition: RuleDefinition,
  { cursor, language }: { readonly cursor: string | null; readonly language: Language },
): Promise<DryRun> {
  const place = decodeCursor(DryRunCursor, cursor ?? undefined);
  const to = place ? new Date(place[1]) : new Date();
  const span = { from: new Date(to.getTime() - DRY_RUN_DAYS * DAY_MS), to, days: definition.days };
  const { decisions, lookedAt, since } = await decidePast(db, projectId, compileRule(definition), span);
  const start = place?.[0] ?? 0;
  const shown = await withExperts(
    askExperts,
    projectId,
    decisions
      .slice(start, start + PAGE_SIZE)
      .map((decision) => ({ ...decision, issueId: decision.event.item?.id ?? null })),
  );
  return {
    count: decisions.length,
    actions: decisions.reduce((sum, { actions }) => sum + actions.length, 0),
    looked_at: Math.min(lookedAt, MAX_ITEMS),
    is_cut: lookedAt > MAX_ITEMS,
    since: since?.toISOString() ?? null,
    results: shown.map(({ event, subject, actions }) => ({
      at: event.at.toISOString(),
      subject,
      actions: actions.map(({ action, detail, expert }) => ({
        do: action.do,
        detail,
        reason: expert ? formatMessage(expert.reason, language) : null,
      })),
    })),
    next: start + PAGE_SIZE < decisions.length ? encodeCursor([start + PAGE_SIZE, to.toISOString()]) : null,
  };
}

/** A decision with what it is about. */
type Found = Decision & { readonly subject: DryRunEntry["subject"] };

interface Past {
  readonly decisions: readonly Found[];
  readonly lookedAt: number;
  readonly since: Date | null;
}

const subjectOf = (item: Decision["event"]["item"]): Found["subject"] => ({
  kind: item?.kind ?? ("issue" as const),
  key: item?.key ?? "",
  title: item?.title ?? "",
  address: item?.id ?? "",
});

async function decidePast(db: Db, projectId: string, rule: CompiledRule, span: HistorySpan): Promise<Past> {
  const { when } = rule.definition;
  const keptTrigger = KEPT_TRIGGERS.find((trigger) => trigger === when);
  if (keptTrigger !== undefined) return decideKept(db, projectId, { rule, when: keptTrigger, span });
  const kind = isOfIssue(when) ? "issue" : "request";
  const ids = await listIdsForDryRun(db, projectId, { kind, since: span.from, limit: MAX_ITEMS + 1 });
  const names = await personNames(db, projectId, [rule.definition]);
  const accounts = kind === "issue" ? await listAccountsOfProject(db, projectId, MAX_ACCOUNTS) : [];
  const people = peopleByName(accounts.map((account) => rulePersonOf(account, names)));
  const decisions: Decision[] = [];
  for (let start = 0; start < Math.min(ids.length, MAX_ITEMS); start += BATCH_SIZE) {
    const batch = ids.slice(start, Math.min(start + BATCH_SIZE, MAX_ITEMS));
    decisions.push(
      ...(kind === "issue"
        ? await ofIssues(db, projectId, batch, { people, names }, rule, span)
        : await ofRequests(db, projectId, batch, names, rule, span)),
    );
  }
  return {
    decisions: decisions
      .map((decision): Found => ({ ...withoutBody(decision), subject: subjectOf(decision.event.item) }))
      .toSorted(
        (decision, other) =>
          other.event.at.getTime() - decision.event.at.getTime() ||
          (decision.event.item?.id ?? "").localeCompare(other.event.item?.id ?? ""),
      ),
    lookedAt: ids.length,
    since: null,
  };
}

/** What no tracker notes, as far as it is kept. */
async function decideKept(
  db: Db,
  projectId: string,
  { rule, when, span }: { readonly rule: CompiledRule; readonly when: KeptTrigger; readonly span: HistorySpan },
): Promise<Past> {
  const rows = await listPastEvents(db, projectId, { ...span, event: when, limit: MAX_ITEMS + 1 });
  const names = await listSubjectNames(db, projectId, [...new Set(rows.map(({ subject_id: id }) => id))]);
  const marksOfPages = when === "page.outdated" ? await listMarksOfPages(db, rows.map(placeOf)) : null;
  const existingPages = when === "page.outdated" ? await listExistingPages(db, rows.map(placeOf)) : null;
  const decisions = rows.slice(0, MAX_ITEMS).flatMap((row) => {
    const { subject_kind: kind, subject_id: id, occurred_at: at, detail } = row;
    // A page that was restricted since is named to no one.
    if (existingPages?.has(`${id} ${detail}`) === false) return [];
    const event = subjectEvent({ trigger: when, at, kind, detail }, names.get(id));
    const subject = { kind, key: detail, title: names.get(id) ?? "", address: id };
    const marks = (marksOfPages?.get(`${id} ${detail}`) ?? []).map(asRuleMark);
    return event ? decideHistory(rule, [{ ...event, marks }]).map((decision): Found => ({ ...decision, subject })) : [];
  });
  return { decisions, lookedAt: rows.length, since: (await findHistoryStart(db, projectId, when)) ?? null };
}

const asRuleMark = ({ folded, created_at: at }: Pick<MarkRow, "folded" | "created_at">): RuleMark => ({ folded, at });

/** The same events with the marks that the item has now. */
const withMarks = (events: readonly RuleEvent[], marks: readonly MarkRow[] = []): RuleEvent[] =>
  events.map((event) => ({ ...event, marks: marks.map(asRuleMark) }));

const placeOf = ({ subject_id: source, detail: path }: Awaited<ReturnType<typeof listPastEvents>>[number]) => ({
  source,
  path,
});

/** Thousands of bodies need not be kept until the list is sorted. */
const withoutBody = ({ event, actions }: Decision): Decision => ({
  event: { ...event, item: event.item && { ...event.item, body: "" } },
  actions,
});

async function ofIssues(
  db: Db,
  projectId: string,
  ids: readonly string[],
  { people, names }: { readonly people: PeopleByName; readonly names: PersonNames },
  rule: CompiledRule,
  span: HistorySpan,
): Promise<Decision[]> {
  const [rows, entries, comments, marks] = await Promise.all([
    listRuleIssues(db, projectId, ids),
    listRuleHistory(db, ids),
    listCommentTimes(db, ids),
    listMarksOfItems(db, "issue", ids),
  ]);
  const entriesOf = Map.groupBy(entries, ({ issue_id: id }) => id);
  const commentsOf = Map.groupBy(comments, ({ issue_id: id }) => id);
  return rows.flatMap((row) =>
    decideHistory(
      rule,
      withMarks(
        historyEvents(
          {
            item: ruleItemOf("issue", row, names),
            entries: (entriesOf.get(row.id) ?? []).map(({ type, detail, created_at: at }) => ({ type, detail, at })),
            comments: (commentsOf.get(row.id) ?? []).map(({ created_at: at }) => at),
            people,
          },
          span,
        ),
        marks.get(row.id),
      ),
    ),
  );
}

async function ofRequests(
  db: Db,
  projectId: string,
  ids: readonly string[],
  names: PersonNames,
  rule: CompiledRule,
  { from, to }: HistorySpan,
): Promise<Decision[]> {
  const [rows, marks] = await Promise.all([listRuleRequests(db, projectId, ids), listMarksOfItems(db, "request", ids)]);
  return rows
    .filter(({ created_at: at }) => at >= from && at <= to)
    .flatMap((row) => {
      // Most requests are closed since, and each was open when it was opened.
      const item = { ...ruleItemOf("request", row, names), state: "open" as const };
      const opened = { trigger: "request.opened" as const, at: row.created_at, item };
      return decideHistory(rule, withMarks([opened], marks.get(row.id)));
    });
}
