/** The events of an issue in its past, for a dry run: its present state is taken back change by change. */
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import type { RuleTrigger } from "../../../contract/integrations/ruleKinds.ts";
import { type CompiledRule, type PlannedAction, foldedName, isPerson, isSameLabel, namesOfPerson } from "./decide.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { RuleEvent, RuleItem, RuleMark, RulePerson } from "./ruleItem.ts";

/** Changes so soon after the opening are read with it. */
const OPENING_MS = MINUTE_MS;

/** A change that the tracker has noted. */
export interface HistoryEntry {
  /** `labeled`, `unlabeled`, `assigned`, `unassigned`, `closed`, `reopened`; others change the issue in a way that is not known. */
  readonly type: string;
  readonly detail: string | null;
  readonly at: Date;
}

export interface ItemHistory {
  /** As it is now. */
  readonly item: RuleItem;
  readonly entries: readonly HistoryEntry[];
  /** Times of comments, which are activity and no change. */
  readonly comments: readonly Date[];
  /** For assignees that are gone. */
  readonly people: PeopleByName;
}

/** Accounts by what a tracker may call them, in lower case. */
export type PeopleByName = ReadonlyMap<string, RulePerson>;

/** The first account of each login, name and email address. */
export function peopleByName(people: readonly RulePerson[]): PeopleByName {
  const result = new Map<string, RulePerson>();
  for (const person of people)
    for (const name of namesOfPerson(person)) if (!result.has(name)) result.set(name, person);
  return result;
}

/** The span of a dry run. */
export interface HistorySpan {
  readonly from: Date;
  readonly to: Date;
  /** Days without activity, for a rule about stale issues. */
  readonly days: number | null;
}

const CHANGES: ReadonlySet<string> = new Set(["labeled", "unlabeled", "assigned", "unassigned", "renamed"]);

interface Change {
  readonly at: Date;
  readonly trigger: RuleTrigger | null;
  /** After the change. */
  readonly item: RuleItem;
}

/** The events of one issue within a span, the oldest first. */
export function historyEvents({ item, entries, comments, people }: ItemHistory, span: HistorySpan): RuleEvent[] {
  const moments = [...Map.groupBy(entries, ({ at }) => at.getTime())].toSorted(([time], [other]) => other - time);
  const openedUntil = item.createdAt.getTime() + OPENING_MS;
  const changes: Change[] = [];
  let now = item;
  let opened: RuleItem | null = null;
  for (const [time, group] of moments) {
    if (time <= openedUntil) opened ??= now;
    else changes.push({ at: new Date(time), trigger: triggerOf(group), item: now });
    now = group.reduceRight((after, entry) => undone(after, entry, people), now);
  }
  changes.push({ at: item.createdAt, trigger: "issue.opened", item: opened ?? now });
  changes.reverse();
  const events: RuleEvent[] = changes.flatMap(({ at, trigger, item: changed }) =>
    trigger === null ? [] : [{ trigger, at, item: changed }],
  );
  if (span.days !== null) events.unshift(...staleEvents(changes, comments, span.to, span.days));
  return events
    .filter(({ at }) => at >= span.from && at <= span.to)
    .toSorted((event, other) => event.at.getTime() - other.at.getTime());
}

/** As a sync calls changes that it reads together: the state is what counts. */
function triggerOf(group: readonly HistoryEntry[]): RuleTrigger | null {
  const state = group.findLast(({ type }) => type === "closed" || type === "reopened");
  if (state) return state.type === "closed" ? "issue.closed" : "issue.reopened";
  return group.some(({ type }) => CHANGES.has(type)) ? "issue.changed" : null;
}

/** The moments at which the issue was open and nothing had happened for that number of days; a change at such a moment comes after it. */
function staleEvents(changes: readonly Change[], comments: readonly Date[], to: Date, days: number): RuleEvent[] {
  const activity = [...changes.map(({ at }) => at.getTime()), ...comments.map((at) => at.getTime())].toSorted(
    (time, other) => time - other,
  );
  return activity.flatMap((time, position) => {
    const stale = time + days * DAY_MS;
    if (stale > Math.min(activity[position + 1] ?? Infinity, to.getTime())) return [];
    const item = changes.findLast(({ at }) => at.getTime() < stale)?.item;
    return item?.state === "open" ? [{ trigger: "issue.stale" as const, at: new Date(stale), item, days }] : [];
  });
}

/** The item before a change. */
function undone(item: RuleItem, { type, detail }: HistoryEntry, people: PeopleByName): RuleItem {
  if (type === "closed") return { ...item, state: "open" };
  if (type === "reopened") return { ...item, state: "closed" };
  if (detail === null) return item;
  const [from, to] = detail.includes(" → ") ? detail.split(" → ") : [null, null];
  const peopleNamed = (called: string): RulePerson[] => [people.get(foldedName(called)) ?? []].flat();
  switch (type) {
    case "labeled":
      if (from !== null) return { ...item, labels: wordsOf(from) };
      return { ...item, labels: item.labels.filter((label) => !isSameLabel(label, detail)) };
    case "unlabeled":
      return { ...item, labels: [...item.labels, detail] };
    case "assigned":
      if (from !== null) return { ...item, assignees: from === "" || to === from ? item.assignees : peopleNamed(from) };
      return { ...item, assignees: item.assignees.filter((person) => !isPerson(person, detail)) };
    case "unassigned":
      return { ...item, assignees: [...item.assignees, ...peopleNamed(detail)] };
    default:
      return item;
  }
}

const wordsOf = (text: string | undefined): string[] => text?.split(/\s+/).filter((word) => word !== "") ?? [];

/**
 * The event of a source, a search or a project.
 * @param name of the search; undefined for one that is gone or not shared any more, about which nothing is decided
 */
export function subjectEvent(
  {
    trigger,
    at,
    kind,
    detail,
  }: {
    readonly trigger: RuleTrigger;
    readonly at: Date;
    readonly kind: "source" | "search" | "project";
    readonly detail: string;
  },
  name: string | undefined,
): RuleEvent | null {
  if (kind !== "search") return { trigger, at, item: null, detail };
  return name === undefined ? null : { trigger, at, item: null, search: name };
}

/** What a rule does about an event. */
export interface Decision {
  readonly event: RuleEvent;
  readonly actions: readonly PlannedAction[];
}

/**
 * What a rule does about the events of one item, in their order. Its own labels, assignees and marks are there for later events, as they are
 * by then.
 */
export function decideHistory(rule: CompiledRule, events: readonly RuleEvent[]): Decision[] {
  let labels: readonly string[] = [];
  let people: readonly RulePerson[] = [];
  let marks: readonly RuleMark[] = [];
  return events.flatMap((event) => {
    const item = event.item && {
      ...event.item,
      labels: [...event.item.labels, ...labels],
      assignees: [...event.item.assignees, ...people],
    };
    const marksBefore = event.marks?.filter(({ at }) => at <= event.at) ?? [];
    const actions = rule.decide({ ...event, item, marks: [...marksBefore, ...marks] });
    if (actions.length === 0) return [];
    for (const { action } of actions) {
      if (action.do === "label") labels = [...labels, action.label];
      if (action.do === "mark") marks = [...marks, { folded: normalizeProse(action.mark), at: event.at }];
      // Who that is depends on the day; later events see that someone is assigned.
      if (action.do === "assign_expert") people = [...people, { id: "", login: "", name: "", email: null }];
      if (action.do === "assign")
        people = [...people, { id: "", login: action.person.replace(/^@/, ""), name: "", email: null }];
    }
    return [{ event, actions }];
  });
}
