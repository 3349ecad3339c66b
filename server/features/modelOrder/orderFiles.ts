import type { OrderedFiles, OrderFilesBody } from "../../../contract/issues/modelOrder.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { findModelOrderSwitch } from "../../db/tables/insights/modelOrders.ts";
import { orderCandidatesOf } from "../../engines/modelOrder/candidates.ts";
import { Conflict } from "../../errors.ts";
import type { Invoker } from "../../http/invoker.ts";
import { formatMessage, type Message } from "../../messages/messages.ts";
import { titled } from "../localization/service.ts";
import { askOrder, type OrderDeps } from "./askOrder.ts";
import { findUsableModel, isFor } from "./modelOrder.ts";
import type { Report } from "./orderRequest.ts";

/** Milliseconds that a reader may wait for another order; Clew's is shown meanwhile. */
const DEADLINE_MS = 25 * SECOND_MS;

export interface OrderFilesDeps extends OrderDeps {
  readonly invoke: Invoker["invoke"];
}

/**
 * The first files of a localization in the order of the company's model. The report and the files are read by the calls of the API as the user
 * who asks; where it is off nothing is read or sent.
 */
export async function orderFiles(
  deps: OrderFilesDeps,
  user: Principal,
  body: OrderFilesBody,
  signal: AbortSignal,
): Promise<OrderedFiles> {
  const project = await projectFor(deps.db, user, body.project, "project.read");
  const model = await findUsableModel(deps.db, project.companyId);
  const state = await findModelOrderSwitch(deps.db, project.id);
  if (!model || state?.is_on !== true || !isFor(state, model)) return { model: null, files: null, note: null };
  const { report, candidates } = await readQuestion(deps, user, body, signal);
  const ours = (text: Message | null): OrderedFiles => ({
    model: model.model,
    files: null,
    note: text && formatMessage(text, user.language),
  });
  try {
    const question = { model, userId: user.id, report, candidates, timeoutMs: DEADLINE_MS };
    const { order, reason } = await askOrder(deps, question, signal);
    if (order === null) return ours(reason);
    const files = order.flatMap((at) => {
      const { repository, path } = candidates[at] ?? {};
      return repository === undefined || path === undefined ? [] : [{ repository, path, rank: at + 1 }];
    });
    return { model: model.model, files, note: null };
  } catch (error) {
    // A limit of the company: Clew's order needs no model.
    if (error instanceof Conflict) return ours(error.text);
    throw error;
  }
}

async function readQuestion(
  { invoke }: Pick<OrderFilesDeps, "invoke">,
  user: Principal,
  { project: slug, issue: issueId, title, text }: OrderFilesBody,
  signal: AbortSignal,
) {
  if (issueId !== null) {
    const params = { id: slug, issueId };
    const [issue, ranking] = await Promise.all([
      invoke("getIssue", { user, signal, params }),
      invoke("localizeIssue", { user, signal, params }),
    ]);
    return {
      report: { title: issue.title, body: issue.body } satisfies Report,
      candidates: orderCandidatesOf(ranking),
    };
  }
  const answer = await invoke("localizeText", { user, signal, params: { id: slug }, body: { title, text } });
  return { report: titled(title, text) satisfies Report, candidates: orderCandidatesOf(answer) };
}
