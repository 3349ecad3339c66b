/** The sentences that a digest begins with: what it is about, what changed, what waits and what is at risk. A part in which nothing happened has none. */
import type { NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import { type Message, message } from "../../messages/messages.ts";

/** Sentences of an opening; one alone is none, because the lines below it say the same. */
export const OPENING_SENTENCES = { least: 2, most: 4 } as const;

const WAITING: ReadonlySet<NoticeKind> = new Set(["assigned", "mentioned"]);
const RISKS: ReadonlySet<NoticeKind> = new Set([
  "sync_failed",
  "webhook_disabled",
  "rule_paused",
  "model_order_off",
  "trial_ending",
]);

/** A number of lines; `more`: the list ends at its limit, so that there may be more. */
export interface Counted {
  readonly count: number;
  readonly more: boolean;
}

/** A week of a receiver. */
export interface WeekNumbers {
  readonly closed: Counted;
  readonly reviewed: Counted;
  /** What the receiver was asked, and new matches of searches. */
  readonly news: Counted;
  readonly requests: Counted;
  readonly issues: Counted;
  /** Waiting requests that have not changed since before the week. */
  readonly stale: number;
  readonly projects: ReadonlySet<string>;
}

const moreOf = ({ more }: Counted): "yes" | "no" => (more ? "yes" : "no");

function scopeOf(projects: ReadonlySet<string>): Message[] {
  const [first] = projects;
  if (first === undefined) return [];
  return [message("digest.scope", { projects: projects.size, project: first })];
}

/** What the sentences say, after that which names the projects where there is place for it. */
function opening(scope: Message[], sentences: readonly Message[]): Message[] {
  if (sentences.length === 0) return [];
  const all = sentences.length < OPENING_SENTENCES.most ? [...scope, ...sentences] : [...sentences];
  return all.length < OPENING_SENTENCES.least ? [] : all.slice(0, OPENING_SENTENCES.most);
}

/** The opening of a daily mail, of the notices that it reports. */
export function dailyOpening(rows: readonly Pick<ReadableNotice, "kind" | "project_name">[]): Message[] {
  const of = (isOne: (kind: NoticeKind) => boolean): number => rows.filter(({ kind }) => isOne(kind)).length;
  const waiting = of((kind) => WAITING.has(kind));
  const risks = of((kind) => RISKS.has(kind));
  const changed = rows.length - waiting - risks;
  return opening(scopeOf(new Set(rows.flatMap(({ project_name: name }) => name ?? []))), [
    ...(changed > 0 ? [message("digest.changed", { count: changed })] : []),
    ...(waiting > 0 ? [message("digest.asked", { count: waiting })] : []),
    ...(risks > 0 ? [message("digest.risks", { count: risks })] : []),
  ]);
}

/** The opening of a weekly mail. */
export function weeklyOpening(week: WeekNumbers): Message[] {
  const { news, stale, projects } = week;
  return opening(scopeOf(projects), [
    ...doneOf(week),
    ...(news.count > 0 ? [message("digest.news", { news: news.count, news_more: moreOf(news) })] : []),
    ...waitingOf(week),
    ...(stale > 0 ? [message("digest.stale", { count: stale })] : []),
  ]);
}

function doneOf({ closed, reviewed }: WeekNumbers): Message[] {
  const closedParams = { closed: closed.count, closed_more: moreOf(closed) };
  const reviewedParams = { reviewed: reviewed.count, reviewed_more: moreOf(reviewed) };
  if (closed.count > 0 && reviewed.count > 0)
    return [message("digest.closed_reviewed", { ...closedParams, ...reviewedParams })];
  if (closed.count > 0) return [message("digest.closed", closedParams)];
  return reviewed.count > 0 ? [message("digest.reviewed", reviewedParams)] : [];
}

function waitingOf({ requests, issues }: WeekNumbers): Message[] {
  const requestParams = { requests: requests.count, requests_more: moreOf(requests) };
  const issueParams = { issues: issues.count, issues_more: moreOf(issues) };
  if (requests.count > 0 && issues.count > 0)
    return [message("digest.requests_issues", { ...requestParams, ...issueParams })];
  if (requests.count > 0) return [message("digest.requests", requestParams)];
  return issues.count > 0 ? [message("digest.issues", issueParams)] : [];
}
