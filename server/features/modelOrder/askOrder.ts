/** Asks the model of a company for the order of likely files, within its limits; an order that was given is not bought again. */
import { type CompanyModelRow } from "../../db/tables/companies/companyModels.ts";
import { type CaseUsage, findModelAnswer, insertModelAnswer } from "../../db/tables/insights/modelOrders.ts";
import type { Candidate } from "../../engines/modelOrder/candidates.ts";
import { orderInWindows } from "../../engines/modelOrder/orderInWindows.ts";
import { parseOrder } from "../../engines/modelOrder/parseOrder.ts";
import { ApiError } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";
import { modelAddressOf } from "../ask/modelSettings.ts";
import { complete } from "../ask/ModelClient.ts";
import type { AskDeps } from "../ask/askDeps.ts";
import { estimatedTokens } from "../ask/modelRequest.ts";
import { costOf, reserveTokens } from "../ask/usage.ts";
import { orderDigestOf, orderBody, type Report, windowSize } from "./orderRequest.ts";

export type OrderDeps = Pick<AskDeps, "db" | "secrets" | "egress" | "now">;

export interface OrderQuestion {
  readonly model: CompanyModelRow;
  /** Who pays with the tokens of their day. */
  readonly userId: string;
  readonly report: Report;
  readonly candidates: readonly Candidate[];
  /** Milliseconds for all requests together. */
  readonly timeoutMs: number;
}

export interface AskedOrder {
  /** Places in the candidates, from 0; null where Clew's order stays. */
  readonly order: number[] | null;
  /** Why it stays. `invalid`: the answer was no order. */
  readonly fallback: "invalid" | "failed" | null;
  readonly reason: Message | null;
  /** Whether another try later may succeed. */
  readonly error: ApiError | null;
  readonly usage: CaseUsage;
}

const UNUSED: CaseUsage = { requests: 0, tokens: 0, cost: 0 };

/** @throws Conflict where a limit of the company is reached; the signal's reason */
export async function askOrder(deps: OrderDeps, question: OrderQuestion, signal: AbortSignal): Promise<AskedOrder> {
  const { model, report, candidates } = question;
  const size = windowSize(model, report, candidates);
  if (size === null) {
    const reason = candidates.length < 2 ? null : message("ask.request_limit", { max: model.request_tokens });
    return { order: null, fallback: reason && "failed", reason, error: null, usage: UNUSED };
  }
  const companyId = model.company_id;
  const digest = orderDigestOf(model, report, candidates, size);
  const stored = await findModelAnswer(deps.db, companyId, digest);
  if (stored !== undefined) return outcomeOf(stored, UNUSED);
  const requests = new OrderRequests(deps, question, signal);
  try {
    const order = await orderInWindows(candidates.length, size, (numbers) => requests.permute(numbers));
    await insertModelAnswer(deps.db, { companyId, digest, numbers: order, at: deps.now() });
    return outcomeOf(order, requests.usage);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelFailure)) throw error;
    return { order: null, fallback: "failed", reason: error.cause.text, error: error.cause, usage: requests.usage };
  }
}

const outcomeOf = (order: number[] | null, usage: CaseUsage): AskedOrder => ({
  order,
  fallback: order === null ? "invalid" : null,
  reason: order === null ? message("model_order.invalid") : null,
  error: null,
  usage,
});

/** The model did not answer. A limit of the company is another error. */
class ModelFailure extends Error {
  override readonly cause: ApiError;

  constructor(cause: ApiError) {
    super(cause.message, { cause });
    this.cause = cause;
  }
}

/** The requests of one order, and what they used. */
class OrderRequests {
  readonly #deps: OrderDeps;
  readonly #question: OrderQuestion;
  readonly #signal: AbortSignal;
  readonly #until: number;
  usage = UNUSED;

  constructor(deps: OrderDeps, question: OrderQuestion, signal: AbortSignal) {
    this.#deps = deps;
    this.#question = question;
    this.#signal = signal;
    this.#until = performance.now() + question.timeoutMs;
  }

  async permute(numbers: readonly number[]): Promise<number[] | null> {
    const { model, report, candidates, userId } = this.#question;
    const body = orderBody(
      model,
      report,
      numbers.flatMap((number) => candidates[number] ?? []),
    );
    const sent = estimatedTokens(body);
    const address = await modelAddressOf(this.#deps, model);
    const maximum = { sent, received: model.answer_tokens };
    const reservation = await reserveTokens(this.#deps.db, model, { id: userId }, maximum, this.#deps.now());
    // What was sent counts although no answer came: the model may have read it.
    let used = { sent, received: 0 };
    try {
      const remainingMs = Math.max(1, Math.round(this.#until - performance.now()));
      const { text, ...counted } = await complete(this.#deps.egress, address, body, this.#signal, remainingMs);
      used = { sent: counted.sent ?? sent, received: counted.received ?? estimatedTokens(text) };
      return parseOrder(text, numbers.length)?.map((number) => number - 1) ?? null;
    } catch (error) {
      throw error instanceof ApiError ? new ModelFailure(error) : error;
    } finally {
      this.usage = {
        requests: this.usage.requests + 1,
        tokens: this.usage.tokens + used.sent + used.received,
        cost: this.usage.cost + costOf(model, used),
      };
      await reservation.settle(used);
    }
  }
}
