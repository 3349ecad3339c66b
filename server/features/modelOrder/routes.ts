import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { projectFor } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  findNewestModelOrderRun,
  insertModelOrderRun,
  updateModelOrderRun,
} from "../../db/tables/insights/modelOrders.ts";
import { Conflict } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { RUN_MODEL_ORDER, type RunModelOrderJob } from "../../jobs/jobNames.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { message } from "../../messages/messages.ts";
import { estimateModelOrder } from "./estimateModelOrder.ts";
import { findUsableModel, presentOrderRun, readModelOrder, switchModelOrder } from "./modelOrder.ts";
import { orderFiles, type OrderFilesDeps } from "./orderFiles.ts";
import { PROMPT_VERSION } from "./orderRequest.ts";

/** Each may be a request to another server. */
const ORDER_LIMITS: Limits = {
  name: "model-order",
  windowMs: 5 * MINUTE_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};

/** The order of likely files by the model of the company, and its backtest. Members read the order and its figures; Owners and Maintainers start and switch. */
export function mountModelOrder(mount: RouteRegistrar, deps: OrderFilesDeps & { readonly queue: Queue }): void {
  const { db, queue, now } = deps;
  const orders = new RateLimiter(db, ORDER_LIMITS);
  mount("orderFilesByModel", async ({ user, body, signal }) => {
    await orders.take("", user.id);
    return orderFiles(deps, user, body, signal);
  });
  mount("getModelOrder", async ({ user, query }) =>
    readModelOrder(db, await projectFor(db, user, query.project, "project.read"), user.language, now()),
  );
  mount("setModelOrder", ({ user, body, address }) =>
    switchModelOrder(db, user, body, { by: actorOf(user, address), now: now() }),
  );
  mount("startModelOrderRun", async ({ user, body }) => {
    const project = await projectFor(db, user, body.project, "backtest.start");
    const model = await findUsableModel(db, project.companyId);
    if (!model) throw new Conflict(message("model_order.no_model"));
    const id = newId();
    const isAdded = await insertModelOrderRun(db, {
      id,
      project_id: project.id,
      started_by: user.id,
      address: model.address,
      model: model.model,
      prompt_version: PROMPT_VERSION,
      state: "queued",
      created_at: now(),
    });
    if (!isAdded) throw new Conflict(message("model_order.running"));
    await queue.send(RUN_MODEL_ORDER, { runId: id } satisfies RunModelOrderJob, { singletonKey: id });
    return newestRun(db, project.id, user.language);
  });
  mount("cancelModelOrderRun", async ({ user, body }) => {
    const project = await projectFor(db, user, body.project, "backtest.start");
    await updateModelOrderRun(db, { projectId: project.id }, { state: "cancelled", finished_at: now() });
    return newestRun(db, project.id, user.language);
  });
}

/** What the estimate opens an index for runs in a thread of the engines. */
export function mountModelOrderEstimate(
  mount: RouteRegistrar,
  deps: { readonly db: Db; readonly indexes: IndexCache },
): void {
  mount("estimateModelOrder", ({ user, body, log }) => estimateModelOrder(deps, user, body.project, log));
}

async function newestRun(db: Db, projectId: string, language: Parameters<typeof presentOrderRun>[1]) {
  const run = await findNewestModelOrderRun(db, projectId);
  if (!run) throw new Conflict(message("model_order.no_run"));
  return presentOrderRun(run, language);
}
