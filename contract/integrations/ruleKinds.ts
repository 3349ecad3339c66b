/** What the rules of a project react to and do. Free of zod, so that the web app may import it. */
import type { FilterName } from "../query/searchFilters.ts";

export const RULE_TRIGGERS = [
  "issue.opened",
  "issue.changed",
  "issue.closed",
  "issue.reopened",
  "issue.stale",
  "request.opened",
  "sync.failed",
  "search.matched",
  "page.outdated",
  "knowledge.at_risk",
  "metric.met",
  "metric.missed",
] as const;
export type RuleTrigger = (typeof RULE_TRIGGERS)[number];

/** Triggers whose events no tracker notes, so that the server keeps them for dry runs. */
export const KEPT_TRIGGERS = [
  "sync.failed",
  "search.matched",
  "page.outdated",
  "knowledge.at_risk",
  "metric.met",
  "metric.missed",
] as const satisfies readonly RuleTrigger[];
export type KeptTrigger = (typeof KEPT_TRIGGERS)[number];

/** Triggers whose events are found by comparing a project with what was known of it at the last look. */
export const WATCHED_TRIGGERS = [
  "knowledge.at_risk",
  "metric.met",
  "metric.missed",
] as const satisfies readonly KeptTrigger[];

/** Whether the events of a trigger are about a metric with a target. */
export const isOfMetric = (trigger: RuleTrigger): boolean => trigger.startsWith("metric.");

/** Whether the events of a trigger have a place in the code or the pages of a project. */
export const hasArea = (trigger: RuleTrigger): boolean =>
  isOfIssue(trigger) || trigger === "page.outdated" || trigger === "knowledge.at_risk";

export const RULE_ACTIONS = ["label", "assign", "assign_expert", "comment", "notify", "webhook", "mark"] as const;
export type RuleActionKind = (typeof RULE_ACTIONS)[number];

/** Actions that write to a tracker. */
export const WRITING_ACTIONS = [
  "label",
  "assign",
  "assign_expert",
  "comment",
] as const satisfies readonly RuleActionKind[];

/** Whether an action writes to a tracker. */
export const isWriting = (kind: RuleActionKind): boolean => WRITING_ACTIONS.some((writingKind) => writingKind === kind);

/** Whether the events of a trigger are about an issue, a request or a page, which can have a mark. */
export const isMarkable = (trigger: RuleTrigger): boolean =>
  isOfIssue(trigger) || trigger === "request.opened" || trigger === "page.outdated";

/** Whether a rule with a trigger can have an action. */
export const canDo = (trigger: RuleTrigger, kind: RuleActionKind): boolean =>
  kind === "mark" ? isMarkable(trigger) : isOfIssue(trigger) || !isWriting(kind);

/** Whether the events of a trigger are about an issue. */
export const isOfIssue = (trigger: RuleTrigger): boolean => trigger.startsWith("issue.");

/** How certain the likely place of an issue is, in ascending order, as the page of an issue has it. */
export const RULE_CERTAINTIES = ["low", "medium", "high"] as const;
export type RuleCertainty = (typeof RULE_CERTAINTIES)[number];

/** Filters of the query language that say something of an issue or a request by itself. */
export const RULE_FILTERS: readonly FilterName[] = [
  "kind",
  "repo",
  "author",
  "assignee",
  "state",
  "status",
  "type",
  "priority",
  "component",
  "milestone",
  "resolution",
  "label",
  "is",
  "after",
  "before",
];

/** Sent to the webhook that a rule names, whatever events the webhook has chosen. */
export const RULE_EVENT = "rule.matched";

/** Rules of one project. */
export const MAX_RULES = 50;
export const MAX_RULE_ACTIONS = 5;
/** Actions of one rule within an hour; with more, the rule pauses itself. */
export const MAX_ACTIONS_PER_HOUR = 60;
/** Days that a dry run looks back. */
export const DRY_RUN_DAYS = 90;
/** Days for which the log is kept. */
export const RULE_LOG_DAYS = 90;
/** Days without activity after which an issue can be stale. */
export const STALE_DAYS = { min: 1, max: 365 } as const;
/** The file of a repository that has rules. */
export const RULES_FILE = ".clew/rules.yml";

/** `waiting`: stored and not sent yet. `unknown`: the tracker's answer was lost, and the tracker is read again. */
export const RULE_ACTION_STATES = ["waiting", "done", "refused", "unknown", "discarded"] as const;
export type RuleActionState = (typeof RULE_ACTION_STATES)[number];
