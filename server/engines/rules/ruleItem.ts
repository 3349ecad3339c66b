/** What rules decide about: an issue or a request, as it was at the time of an event. */
import type { RuleCertainty, RuleTrigger } from "../../../contract/integrations/ruleKinds.ts";

/** An account at a tracker. */
export interface RulePerson {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  /** Names, logins and addresses of the same person's other identities. */
  readonly aliases?: readonly string[];
}

export interface RuleItem {
  readonly kind: "issue" | "request";
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed" | "merged";
  readonly labels: readonly string[];
  readonly author: RulePerson | null;
  readonly isByBot: boolean;
  readonly assignees: readonly RulePerson[];
  readonly status: string | null;
  readonly type: string | null;
  readonly priority: string | null;
  readonly resolution: string | null;
  readonly components: readonly string[];
  readonly milestones: readonly string[];
  /** The name of its tracker or repository. */
  readonly source: string;
  readonly createdAt: Date;
  /** Null while nothing is known of the place in the code. */
  readonly likelyFiles: readonly string[] | null;
  /** How certain that place is; null while nothing is known of it. */
  readonly certainty: RuleCertainty | null;
}

/** A mark of what an event is about. */
export interface RuleMark {
  /** As marks are compared. */
  readonly folded: string;
  readonly at: Date;
}

/** Something that happened. `item` is null where it is about neither an issue nor a request. */
export interface RuleEvent {
  readonly trigger: RuleTrigger;
  readonly at: Date;
  readonly item: RuleItem | null;
  /** Days without activity of a stale issue. */
  readonly days?: number | null;
  /** The name of the search that has a new match. */
  readonly search?: string | null;
  /** The path of a page or a part of the code, or the metric. */
  readonly detail?: string;
  /** The marks of the issue, request or page. */
  readonly marks?: readonly RuleMark[];
}
