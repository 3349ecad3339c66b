import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { statusNow } from "../../access/subscription.ts";
import { findDigestModel } from "../../db/tables/companies/companyModels.ts";
import { ApiError } from "../../errors.ts";
import type { DigestOpening } from "../../mail/digestParagraphs.ts";
import type { AskDeps } from "../ask/askDeps.ts";
import { complete } from "../ask/ModelClient.ts";
import { estimatedTokens } from "../ask/modelRequest.ts";
import { modelAddressOf } from "../ask/modelSettings.ts";
import { reserveTokens } from "../ask/usage.ts";
import { checkDigestSentences } from "./checkDigestSentences.ts";
import { createDigestRequest, type DigestFacts, type DigestRequest } from "./digestRequest.ts";

/** Milliseconds for one answer, and for all of a window: mails wait behind each other. */
const LIMITS = { answerMs: 10 * SECOND_MS, totalMs: MINUTE_MS, windowMs: 10 * MINUTE_MS };
/** Answers that are kept for the next attempt to send the same mail. */
const MAX_KEPT = 500;
/** Companies whose model is not asked for a while. */
const MAX_PAUSED = 1000;

export interface DigestWriterOptions extends Pick<AskDeps, "db" | "secrets" | "egress" | "now"> {
  /** Called with what is not the fault of a model or a limit. */
  readonly onError: (error: unknown) => void;
  readonly limits?: typeof LIMITS;
}

type Model = NonNullable<Awaited<ReturnType<typeof findDigestModel>>>;

/**
 * The openings of digests: by the model of a company where it has turned that on, else by rules. It never throws and never waits longer than its
 * limits, so that a digest is neither lost nor late because of a model.
 */
export class DigestWriter {
  readonly #options: DigestWriterOptions;
  readonly #limits: typeof LIMITS;
  /** Sentences by company and data; null where the model gave none that may be shown. */
  readonly #cached = new LRUCache<string, { readonly sentences: readonly string[] | null }>({ max: MAX_KEPT });
  /** Companies whose model has failed in this window. */
  readonly #paused: LRUCache<string, true>;
  #windowEnds = 0;
  #waitedMs = 0;

  constructor(options: DigestWriterOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
    this.#paused = new LRUCache({ max: MAX_PAUSED, ttl: this.#limits.windowMs });
  }

  async open(userId: string, facts: DigestFacts): Promise<DigestOpening> {
    const byRules: DigestOpening = { sentences: facts.opening, model: null };
    if (facts.opening.length === 0) return byRules;
    try {
      const { db, now } = this.#options;
      const model = await findDigestModel(db, userId);
      if (!model || statusNow(model, now()) === "expired") return byRules;
      const request = createDigestRequest(model, facts);
      const sentences = request && (await this.#word(userId, model, request));
      return sentences ? { sentences, model: model.model } : byRules;
    } catch (error) {
      if (!(error instanceof ApiError)) this.#options.onError(error);
      return byRules;
    }
  }

  async #word(userId: string, model: Model, request: DigestRequest): Promise<readonly string[] | null> {
    const { company_id: companyId, changed_at: changedAt } = model;
    const key = createHash("sha256").update(`${companyId} ${changedAt.getTime()}\n${request.data}`).digest("base64");
    const cached = this.#cached.get(key);
    if (cached) return cached.sentences;
    const timeoutMs = this.#timeLeft();
    if (timeoutMs <= 0 || this.#paused.has(companyId)) return null;
    const begun = performance.now();
    try {
      const sentences = checkDigestSentences(await this.#ask(userId, model, request, timeoutMs), request.data);
      this.#cached.set(key, { sentences });
      return sentences;
    } finally {
      this.#waitedMs += performance.now() - begun;
    }
  }

  #timeLeft(): number {
    const now = performance.now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + this.#limits.windowMs;
      this.#waitedMs = 0;
    }
    return Math.min(this.#limits.answerMs, Math.floor(this.#limits.totalMs - this.#waitedMs));
  }

  /** @throws ApiError where a limit is reached, or the model does not answer */
  async #ask(userId: string, model: Model, request: DigestRequest, timeoutMs: number): Promise<string> {
    const { db, egress, now } = this.#options;
    const address = await modelAddressOf(this.#options, model);
    const { body, tokens: sent, answerTokens: received } = request;
    const reservation = await reserveTokens(db, model, { id: userId }, { sent, received }, now());
    // What was sent counts although no answer came: the model may have read it.
    let used = { sent, received: 0 };
    try {
      const answer = await complete(egress, address, body, new AbortController().signal, timeoutMs);
      used = { sent: answer.sent ?? sent, received: answer.received ?? estimatedTokens(answer.text) };
      return answer.text;
    } catch (error) {
      this.#paused.set(model.company_id, true);
      throw error;
    } finally {
      await reservation.settle(used);
    }
  }
}
