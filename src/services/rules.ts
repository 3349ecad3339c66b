import * as endpoints from "virtual:endpoints/rules";
import type { RuleDefinition } from "../../contract/integrations/rules.ts";
import type { Client } from "./client.ts";

/** Rules of a project: what they do, their dry runs and their logs. */
export const createRulesService = ({ call, send }: Client) => ({
  list: (project: string, signal?: AbortSignal) => call(endpoints.listRules, { query: { project }, signal }),
  add: (project: string, rule: RuleDefinition) => call(endpoints.createRule, { body: { project, rule } }),
  stop: (project: string, stopped: boolean) => send(endpoints.stopRules, { body: { project, stopped } }),
  change: (ruleId: string, rule: RuleDefinition) => call(endpoints.changeRule, { params: { ruleId }, body: { rule } }),
  remove: (ruleId: string) => send(endpoints.removeRule, { params: { ruleId } }),
  turn: (ruleId: string, enabled: boolean, revision: number) =>
    call(endpoints.switchRule, { params: { ruleId }, body: { enabled, revision } }),
  dryRun: (ruleId: string, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.dryRunRule, { params: { ruleId }, body: { cursor }, signal }),
  runs: (ruleId: string, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.listRuleRuns, { params: { ruleId }, query: { cursor: cursor ?? undefined }, signal }),
});
export type RulesService = ReturnType<typeof createRulesService>;
