/** Rules of a project: what they react to, what they do, and what they have done. */
import { z } from "zod";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { MarkText } from "../marks/marks.ts";
import { TARGET_METRICS } from "../insights/targetMetrics.ts";
import { MAX_COMMENT_LENGTH } from "../issues/issueActions.ts";
import { MAX_RULE_ACTIONS, RULE_ACTION_STATES, RULE_CERTAINTIES, RULE_TRIGGERS, STALE_DAYS } from "./ruleKinds.ts";

const Text = z.string().trim().min(1, "field.required").max(200);

/** One thing that a rule does. What it names is found when it acts: a person by the login at the tracker, a member by email address. */
export const RuleAction = z.discriminatedUnion("do", [
  z.object({ do: z.literal("label"), label: Text }),
  z.object({ do: z.literal("assign"), person: Text }),
  /** The first expert of the likely place who can take it, unless someone is assigned. */
  z.object({ do: z.literal("assign_expert") }),
  /** `{author}`, `{key}`, `{days}` and `{files}` stand for what is known of the issue. */
  z.object({ do: z.literal("comment"), text: z.string().trim().min(1, "field.required").max(MAX_COMMENT_LENGTH) }),
  z.object({ do: z.literal("notify"), people: z.array(Text).min(1, "field.required").max(20) }),
  z.object({ do: z.literal("webhook"), webhook: Text }),
  z.object({ do: z.literal("mark"), mark: MarkText }),
]);
export type RuleAction = z.infer<typeof RuleAction>;

/** A rule as a form and a file have it. */
export const RuleDefinition = z.object({
  name: Name,
  when: z.enum(RULE_TRIGGERS),
  /** Days without activity, for `issue.stale`. */
  days: z.number().int().min(STALE_DAYS.min).max(STALE_DAYS.max).nullable(),
  /** The name of a shared search that a member watches, for `search.matched`. */
  search: Text.nullable(),
  /** In the query language of the search; empty: each. */
  query: z.string().trim().max(500),
  /** The metric whose target was met or missed; left out: each that has a target. */
  metric: z.enum(TARGET_METRICS).optional(),
  /** A folder or file: one of the likely files of the issue is in it, or the page, or the part of the code that is at risk. */
  area: z.string().trim().min(1).max(500).nullable(),
  /** The likely place of the issue is at least so certain. */
  certainty: z.enum(RULE_CERTAINTIES).nullable(),
  actions: z.array(RuleAction).min(1, "field.required").max(MAX_RULE_ACTIONS),
});
export type RuleDefinition = z.infer<typeof RuleDefinition>;

export const Rule = z.object({
  id: Id,
  definition: RuleDefinition,
  /** Grows with each change of the definition. */
  revision: z.number().int().positive(),
  /** The repository whose file has it; null for one of the form. */
  file: z.object({ source: Id, name: z.string() }).nullable(),
  is_enabled: z.boolean(),
  /** Whether this state of it has had a dry run. */
  is_checked: z.boolean(),
  /** The member whose account it acts with: who turned it on. */
  enabled_by: z.string().nullable(),
  enabled_at: Timestamp.nullable(),
  /** Why it has turned itself off; null where a person did. */
  paused_reason: z.string().nullable(),
  last_run_at: Timestamp.nullable(),
  /** Actions of the last hour. */
  recent_actions: z.number().int().nonnegative(),
});
export type Rule = z.infer<typeof Rule>;

/** The rules file of a repository, as the last sync has read it. */
export const RuleFile = z.object({
  source: Id,
  name: z.string(),
  read_at: Timestamp,
  /** Mistakes, by the line of the file. */
  errors: z.array(z.object({ line: z.number().int().positive(), text: z.string() })),
});
export type RuleFile = z.infer<typeof RuleFile>;

export const Rules = z.object({
  /** Since when all rules of the project are stopped, and who stopped them; null while they may run. */
  stopped: z.object({ at: Timestamp, by: z.string().nullable() }).nullable(),
  rules: z.array(Rule),
  files: z.array(RuleFile),
  /** What a rule can name. */
  options: z.object({
    members: z.array(z.object({ email: z.string(), name: z.string() })),
    webhooks: z.array(z.string()),
    searches: z.array(z.string()),
  }),
});
export type Rules = z.infer<typeof Rules>;

export const RulesQuery = z.object({ project: Slug });
export const NewRuleBody = z.object({ project: Slug, rule: RuleDefinition });
export const RuleBody = z.object({ rule: RuleDefinition });
/** `revision`: of the rule that the caller has seen. Turning on another one, such as one that a push has changed since, is refused. */
export const RuleSwitchBody = z.object({ enabled: z.boolean(), revision: z.number().int().positive() });
export const RulesStopBody = z.object({ project: Slug, stopped: z.boolean() });

/**
 * What an event was about. `key` is empty for a search and a failed sync; for a page and a part of the code it is the path in the source, and for a
 * project the metric. `address` is empty where there is no page.
 */
const Subject = z.object({
  kind: z.enum(["issue", "request", "source", "search", "project"]),
  key: z.string(),
  title: z.string(),
  address: z.string(),
});

/** `reason`: why this expert is assigned; null for other actions. */
const PlannedAction = z.object({ do: z.string(), detail: z.string(), reason: z.string().nullable() });

/** What a rule would have done, or has. */
export const DryRunBody = z.object({ cursor: z.string().max(200).nullable() });
export const DryRunEntry = z.object({ at: Timestamp, subject: Subject, actions: z.array(PlannedAction) });
export type DryRunEntry = z.infer<typeof DryRunEntry>;
export const DryRun = z.object({
  /** Events that fit, and actions in all. */
  count: z.number().int().nonnegative(),
  actions: z.number().int().nonnegative(),
  /** Issues and requests that were looked at; `is_cut`: the project has more, of which the newest were. */
  looked_at: z.number().int().nonnegative(),
  is_cut: z.boolean(),
  /** Since when events are kept that no tracker notes, such as failed syncs. Null for others. */
  since: Timestamp.nullable(),
  results: z.array(DryRunEntry),
  next: z.string().nullable(),
});
export type DryRun = z.infer<typeof DryRun>;

export const RuleRunsQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export const RuleRun = z.object({
  id: Id,
  event: z.enum(RULE_TRIGGERS),
  occurred_at: Timestamp,
  at: Timestamp,
  /** Null where it is gone or restricted. */
  subject: Subject.nullable(),
  actions: z.array(
    PlannedAction.extend({
      state: z.enum(RULE_ACTION_STATES),
      /** Why it was not done, in the tracker's words where it gave any. */
      text: z.string().nullable(),
    }),
  ),
});
export type RuleRun = z.infer<typeof RuleRun>;
export const RuleRunPage = z.object({ results: z.array(RuleRun), next: z.string().nullable() });
export type RuleRunPage = z.infer<typeof RuleRunPage>;
