import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { type ProjectAccess, projectFor, projectWithId } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { type ListedRule, findRule } from "../../db/tables/rules/rules.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import type { RuleDeps } from "./RuleRunner.ts";
import { addRule, changeRule, readRules, readRuns, removeRule, runDry, stopRules, switchRule } from "./service.ts";

/** A dry run reads up to 5,000 issues with their history. */
const DRY_RUN_LIMITS: Limits = {
  name: "rule dry runs",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};
/** Turning one on asks each tracker of the project whose account it is. */
const SWITCH_LIMITS: Limits = { ...DRY_RUN_LIMITS, name: "rule switches" };

/** Rules of a project, for those who may change them. */
export function mountRules(mount: RouteRegistrar, deps: RuleDeps): void {
  const { db } = deps;
  const dryRuns = new RateLimiter(db, DRY_RUN_LIMITS);
  const switches = new RateLimiter(db, SWITCH_LIMITS);
  const editorOf = (user: Principal, address: string) => ({ by: actorOf(user, address), language: user.language });
  mount("listRules", async ({ user, query }) => {
    const { id } = await projectFor(db, user, query.project, "rules.change");
    return readRules(db, id, user.language);
  });
  mount("createRule", async ({ user, body, address }) => {
    const project = await projectFor(db, user, body.project, "rules.change");
    return addRule(db, project, body.rule, editorOf(user, address));
  });
  mount("stopRules", async ({ user, body, address }) => {
    const project = await projectFor(db, user, body.project, "rules.change");
    await stopRules(db, project, body.stopped, actorOf(user, address));
  });
  mount("changeRule", async ({ user, params, body, address }) => {
    const { rule } = await requireRule(db, user, params.ruleId);
    return changeRule(db, rule.id, body.rule, editorOf(user, address));
  });
  mount("removeRule", async ({ user, params, address }) => {
    const { rule } = await requireRule(db, user, params.ruleId);
    await removeRule(db, rule.id, actorOf(user, address));
  });
  mount("switchRule", async ({ user, params, body, address }) => {
    const { rule, project } = await requireRule(db, user, params.ruleId);
    await switches.take("", user.id);
    return switchRule(deps, project, rule.id, body, editorOf(user, address));
  });
  mount("dryRunRule", async ({ user, params, body }) => {
    const { rule } = await requireRule(db, user, params.ruleId);
    await dryRuns.take("", user.id);
    return runDry(deps, rule, { cursor: body.cursor, language: user.language });
  });
  mount("listRuleRuns", async ({ user, params, query }) => {
    const { rule } = await requireRule(db, user, params.ruleId);
    return readRuns(db, rule, query, user.language);
  });
}

/** @throws NotFound for none, and for one of a project that the caller is not in; Forbidden when the role does not suffice */
async function requireRule(
  db: Db,
  user: Principal,
  id: string,
): Promise<{ readonly rule: ListedRule; readonly project: ProjectAccess }> {
  const rule = await findRule(db, id);
  const project = await projectWithId(db, user, rule?.project_id, "rules.change", message("rule.not_found"));
  if (!rule) throw new Error("The project of a rule is that of its row.");
  return { rule, project };
}
