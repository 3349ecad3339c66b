/** Whether the likely files of a project are ordered by the model of its company: only after a backtest that shows that they should be. */
import type { ModelOrderRun, ModelOrderState } from "../../../contract/issues/modelOrder.ts";
import { ModelOrderResult } from "../../../contract/issues/modelOrder.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { type CompanyModelRow, findCompanyModel } from "../../db/tables/companies/companyModels.ts";
import {
  findModelOrderSwitch,
  findNewestModelOrderRun,
  type ModelOrderRunRow,
  type ModelOrderSwitchRow,
  upsertModelOrderSwitch,
} from "../../db/tables/insights/modelOrders.ts";
import type { Db } from "../../db/openDb.ts";
import { isBetter, LEAST_CASES } from "../../engines/modelOrder/compareOrders.ts";
import { Conflict } from "../../errors.ts";
import { formatMessage, formatStored, type Language, type Message, message } from "../../messages/messages.ts";
import { completionsUrl } from "../ask/ModelClient.ts";
import { PROMPT_VERSION } from "./orderRequest.ts";

/** Days for which a backtest is valid: code and model servers change. */
const VALID_DAYS = 180;

/** The model that users of a company may ask; undefined where there is none. */
export async function findUsableModel(db: Db, companyId: string): Promise<CompanyModelRow | undefined> {
  const model = await findCompanyModel(db, companyId);
  return model?.is_enabled === true ? model : undefined;
}

/** Whether a run or a switch is for this model, and for the question that is asked now. */
export const isFor = (
  { address, model, prompt_version: version }: Pick<ModelOrderSwitchRow, "address" | "model" | "prompt_version">,
  now: Pick<CompanyModelRow, "address" | "model">,
): boolean => address === now.address && model === now.model && version === PROMPT_VERSION;

export async function readModelOrder(
  db: Db,
  { id, companyId }: Pick<ProjectAccess, "id" | "companyId">,
  language: Language,
  now: Date,
): Promise<ModelOrderState> {
  const [model, state, run] = await Promise.all([
    findUsableModel(db, companyId),
    findModelOrderSwitch(db, id),
    findNewestModelOrderRun(db, id),
  ]);
  const refusal = refusalOf(model, run, now);
  return {
    model: model ? { host: completionsUrl(model.address).host, model: model.model } : null,
    is_on: state?.is_on === true && model !== undefined && isFor(state, model),
    off_reason: state?.off_reason == null ? null : formatStored(state.off_reason, language),
    refusal: refusal && formatMessage(refusal, language),
    run: run ? presentOrderRun(run, language) : null,
  };
}

/** Why the order of the model may not be shown; null where a valid backtest says that it is better. */
function refusalOf(model: CompanyModelRow | undefined, run: ModelOrderRunRow | undefined, now: Date): Message | null {
  if (!model) return message("model_order.no_model");
  if (run?.state !== "done" || run.result === null || run.finished_at === null) return message("model_order.no_run");
  if (!isFor(run, model)) return message("model_order.other_run");
  if (now.getTime() - run.finished_at.getTime() > VALID_DAYS * DAY_MS)
    return message("model_order.old_run", { days: VALID_DAYS });
  const { files } = ModelOrderResult.parse(run.result);
  if (files.cases < LEAST_CASES) return message("model_order.few", { cases: files.cases, least: LEAST_CASES });
  return isBetter(files) ? null : message("model_order.not_better");
}

export function presentOrderRun(row: ModelOrderRunRow, language: Language): ModelOrderRun {
  return {
    id: row.id,
    state: row.state,
    started_by: row.name,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    host: completionsUrl(row.address).host,
    model: row.model,
    done: row.done ?? 0,
    total: row.total,
    error: row.error === null ? null : formatStored(row.error, language),
    requests: row.requests ?? 0,
    tokens: row.tokens ?? 0,
    cost: (row.cost ?? 0) === 0 ? null : row.cost,
    result: row.result === null ? null : ModelOrderResult.parse(row.result),
  };
}

/** Turns the order of the model on or off in a project. @throws Conflict where no valid backtest shows that it is better */
export async function switchModelOrder(
  db: Db,
  user: Principal,
  { project: slug, is_on: isOn }: { readonly project: string; readonly is_on: boolean },
  { by, now }: { readonly by: Actor; readonly now: Date },
): Promise<ModelOrderState> {
  const project = await projectFor(db, user, slug, "backtest.start");
  await db.transaction().execute(async (transaction) => {
    // A change of the settings at the same time turns it off before or after this.
    await lockCompany(transaction, project.companyId);
    const model = await findUsableModel(transaction, project.companyId);
    const before = await findModelOrderSwitch(transaction, project.id);
    if (isOn) {
      const refusal = refusalOf(model, await findNewestModelOrderRun(transaction, project.id), now);
      if (refusal !== null) throw new Conflict(refusal);
    }
    const of = model ?? before;
    if (of) {
      await upsertModelOrderSwitch(transaction, {
        project_id: project.id,
        is_on: isOn,
        off_reason: null,
        address: of.address,
        model: of.model,
        prompt_version: PROMPT_VERSION,
        changed_at: now,
      });
    }
    await recordAuditEvent(transaction, by, {
      action: "model.order_changed",
      subject: { kind: "project", id: project.id, name: project.name },
      before: { is_on: before?.is_on ?? false },
      after: { is_on: isOn, ...(of && { model: of.model }) },
    });
  });
  return readModelOrder(db, project, user.language, now);
}
