/** Sends a request to an OpenAI-compatible server through the guard of the egress, and reads its answer within bounds. */
import { z } from "zod";
import { SECOND_MS } from "../../../contract/durations.ts";
import { ApiError, Conflict, TooMany, Unavailable } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { readRetryAfter } from "../../sources/rest/retryAfterHeader.ts";

/** Milliseconds for a whole answer: models on processors of one's own are slow. */
export const MODEL_TIMEOUT_MS = 120 * SECOND_MS;
/** Characters of a server's own words that are shown. */
const MAX_WORDS = 300;
const DEFAULT_RETRY_SECONDS = 30;

const Tokens = z.int().nonnegative().nullish().catch(null);
/** llama.cpp, vLLM, Ollama and others differ in what they add, and some leave out `usage`. */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null),
});
/** `{error: {message}}` as published; Ollama and some proxies send a text. */
const Refusal = z.union([
  z.object({ error: z.object({ message: z.string(), code: z.unknown(), type: z.unknown() }) }),
  z.object({ error: z.string() }),
  z.object({ message: z.string() }),
]);

export interface ModelAddress {
  /** The base of the API. */
  readonly address: string;
  readonly model: string;
  /** Null: the server wants none. */
  readonly key: string | null;
}

export interface Completed {
  readonly text: string;
  readonly isCut: boolean;
  /** Null where the server does not say. */
  readonly sent: number | null;
  readonly received: number | null;
}

/** The address of the call below the base of an API. */
export const completionsUrl = (address: string): URL => {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = `${path.endsWith("/chat/completions") ? path : `${path}/chat/completions`}`;
  return url;
};

/**
 * @throws ApiError with a sentence for the user; the signal's reason where the user has gone
 */
export async function complete(
  egress: Pick<Egress, "fetch">,
  { address, model, key }: ModelAddress,
  body: string,
  signal: AbortSignal,
  timeoutMs: number = MODEL_TIMEOUT_MS,
): Promise<Completed> {
  const url = completionsUrl(address);
  const { host } = url;
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  try {
    const answer = await egress.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "user-agent": "clew" },
      authorization: key === null ? null : new Credential({ token: key, origin: url.origin }).as("bearer"),
      body,
      signal: either,
    });
    const bytes = await answer.read("description", host, either);
    const parsed = parse(new TextDecoder().decode(bytes));
    if (answer.status < 200 || answer.status > 299) {
      throw refusalOf({ host, model, status: answer.status, retryAfter: answer.headers.get("retry-after") }, parsed);
    }
    const completion = Completion.safeParse(parsed);
    if (!completion.success) throw new Unavailable(message("ask.bad_answer", { host }));
    const { choices, usage } = completion.data;
    return {
      text: choices[0]?.message.content ?? "",
      isCut: choices[0]?.finish_reason === "length",
      sent: usage?.prompt_tokens ?? null,
      received: usage?.completion_tokens ?? null,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) throw error;
    if (deadline.aborted)
      throw new Unavailable(message("ask.slow", { host, seconds: Math.round(timeoutMs / SECOND_MS) }));
    if (error instanceof SourceError) throw new Unavailable(error.text, { cause: error });
    throw new Unavailable(message("ask.cut", { host }), { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface RefusedRequest {
  readonly host: string;
  readonly model: string;
  readonly status: number;
  readonly retryAfter: string | null;
}

function refusalOf({ host, model, status, retryAfter }: RefusedRequest, answer: unknown): ApiError {
  const words = wordsOf(answer);
  if (isTooLong(status, answer, words)) return new Conflict(message("ask.too_long", { host }));
  if (status === 401 || status === 403) return new Unavailable(message("ask.unauthorized", { host, status }));
  if (status === 404) return new Unavailable(message("ask.no_model", { host, model }));
  if (status === 429) {
    const waitMs = readRetryAfter(retryAfter, Date.now());
    const seconds =
      waitMs !== null && waitMs > 0 ? Math.min(3600, Math.ceil(waitMs / SECOND_MS)) : DEFAULT_RETRY_SECONDS;
    return new TooMany(seconds, message("ask.busy", { host, seconds }));
  }
  const text: Message =
    words === "" ? message("ask.status", { host, status }) : message("ask.status_words", { host, status, words });
  return new Unavailable(text);
}

function wordsOf(answer: unknown): string {
  const refusal = Refusal.safeParse(answer);
  if (!refusal.success) return "";
  const { data } = refusal;
  const text = "message" in data ? data.message : typeof data.error === "string" ? data.error : data.error.message;
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_WORDS).toWellFormed();
}

/** OpenAI and vLLM name a code; llama.cpp a type; others say it in words alone. */
function isTooLong(status: number, answer: unknown, words: string): boolean {
  if (status === 413) return true;
  if (status !== 400 && status !== 500) return false;
  return (
    /context_length_exceeded|exceed_context_size/.test(JSON.stringify(answer)) ||
    /(?:maximum context length|context (?:size|window|length))/i.test(words)
  );
}
