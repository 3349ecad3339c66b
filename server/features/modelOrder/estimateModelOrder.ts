import type { FastifyBaseLogger } from "fastify";
import type { ModelOrderEstimate } from "../../../contract/issues/modelOrder.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { readIssueBodies } from "../../db/tables/issues/issueIndexing.ts";
import type { Db } from "../../db/openDb.ts";
import { fixedCases } from "../../engines/backtest/minedCases.ts";
import { localize } from "../../engines/localize/localize.ts";
import { orderCandidatesOf, ORDERED_FILES } from "../../engines/modelOrder/candidates.ts";
import { windowCount } from "../../engines/modelOrder/orderInWindows.ts";
import { MAX_ORDER_CASES } from "../../engines/modelOrder/pastOrders.ts";
import { Conflict } from "../../errors.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { message } from "../../messages/messages.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { estimatedTokens } from "../ask/modelRequest.ts";
import { shownCost } from "../ask/usage.ts";
import { findUsableModel } from "./modelOrder.ts";
import { orderBody, windowSize } from "./orderRequest.ts";

/** Cases whose requests are made to estimate those of all. */
const SAMPLE = 5;

/** What a backtest of the model's order would send and cost; nothing is sent. @throws Conflict without a model that users may ask */
export async function estimateModelOrder(
  { db, indexes }: { readonly db: Db; readonly indexes: IndexCache },
  user: Principal,
  slug: string,
  log: FastifyBaseLogger,
): Promise<ModelOrderEstimate> {
  const project = await projectFor(db, user, slug, "backtest.start");
  const model = await findUsableModel(db, project.companyId);
  if (!model) throw new Conflict(message("model_order.no_model"));
  const index = await openProjectIndex(db, indexes, project.id, log);
  const { cases } = fixedCases(index, MAX_ORDER_CASES);
  const table = index.issues?.table;
  const sample = cases.slice(-SAMPLE);
  const ids = sample.map(({ issue }) => table?.id(issue) ?? "");
  const bodies = await readIssueBodies(db, project.id, ids);
  let requests = 0;
  let tokens = 0;
  let shown: ModelOrderEstimate["sample"] = null;
  for (const [at, { issue, reportedAtMs }] of sample.entries()) {
    const report = { title: table?.row(issue).title ?? "", body: bodies[ids[at] ?? ""] ?? "" };
    const candidates = orderCandidatesOf(
      localize(index, { ...report, beforeMs: reportedAtMs }, { limit: ORDERED_FILES }),
    );
    const size = windowSize(model, report, candidates);
    if (size === null) continue;
    const count = windowCount(candidates.length, size);
    requests += count;
    const body = orderBody(model, report, candidates.slice(0, size));
    const ofOne = estimatedTokens(body);
    tokens += count * ofOne;
    // The index can have an issue that the project has no longer.
    if (bodies[ids[at] ?? ""] !== undefined) shown = { body, tokens: ofOne };
  }
  const share = cases.length / Math.max(1, sample.length);
  const total = { requests: Math.ceil(requests * share), sent: Math.ceil(tokens * share) };
  const received = total.requests * model.answer_tokens;
  return {
    cases: cases.length,
    requests: total.requests,
    tokens: total.sent,
    answer_tokens: received,
    cost: shownCost(model, { sent: total.sent, received }),
    sample: shown,
  };
}
