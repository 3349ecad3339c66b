import {
  KEPT_TRIGGERS,
  type KeptTrigger,
  RULE_TRIGGERS,
  type RuleTrigger,
} from "../../contract/integrations/ruleKinds.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { insertRuleHistory } from "../db/tables/rules/ruleHistory.ts";
import { insertRuleEvents } from "../db/tables/rules/ruleRuns.ts";
import { listWantedTriggers } from "../db/tables/rules/rules.ts";
import type { RuleEventsTable } from "../db/schema/ruleSchema.ts";
import type { NewOutgoingEvent } from "./writeOutgoing.ts";

/** An event that rules may react to. */
export type NewRuleEvent = Pick<NewOutgoingEvent, "key" | "at"> & {
  readonly event: string;
  readonly subject?:
    NewOutgoingEvent["subject"] | { readonly kind: RuleEventsTable["subject_kind"]; readonly id: string };
  /** The path in the source, or the metric. */
  readonly detail?: string;
  readonly days?: number;
};

const isTrigger = (event: string): event is RuleTrigger => RULE_TRIGGERS.some((trigger) => trigger === event);

const isKept = (event: string): event is KeptTrigger => KEPT_TRIGGERS.some((trigger) => trigger === event);

/**
 * Stores events for the rules of a project that are on, in the transaction of what caused them. An event for which no rule is on is not stored,
 * so that a rule never sees what happened before it was turned on; what no tracker notes is also kept for dry runs, whether a rule is on or not.
 */
export async function writeRuleEvents(tx: Db, projectId: string, events: readonly NewRuleEvent[]): Promise<void> {
  if (!events.some(({ event }) => isTrigger(event))) return;
  const now = new Date();
  await insertRuleHistory(
    tx,
    events.flatMap(({ event, key, subject, at, detail = "" }) =>
      isKept(event) && (subject?.kind === "source" || subject?.kind === "search" || subject?.kind === "project")
        ? [
            {
              project_id: projectId,
              key,
              event,
              subject_kind: subject.kind,
              subject_id: subject.id,
              detail,
              occurred_at: at ?? now,
            },
          ]
        : [],
    ),
  );
  const triggers = await listWantedTriggers(tx, projectId);
  await insertRuleEvents(
    tx,
    events.flatMap(({ event, key, subject, at, days, detail = "" }) => {
      if (!isTrigger(event) || !triggers.has(event) || !subject || subject.kind === "backtest") return [];
      return {
        id: newId(),
        project_id: projectId,
        event,
        key,
        subject_kind: subject.kind,
        subject_id: subject.id,
        detail,
        days: days ?? null,
        occurred_at: at ?? now,
        due_at: now,
      };
    }),
  );
}
