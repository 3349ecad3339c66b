/** Sends a request to an OpenAI-compatible server through the guard of the egress, and reads its answer within bounds. */
import { z } from "zod";
import { SECOND_MS } from "../../../contract/durations.ts";
import { ApiError, Conflict, TooMany, Unavailable } from "../../errors.ts";
import { type Message, message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { readRetryAfter } from "../../sources/rest/retryAfterHeader.ts";
import { isByParts } from "./modelRequest.ts";
import { type Completed, type OnPart, plainWords, readCompletion, STREAM_BYTES } from "./readCompletion.ts";

/** Milliseconds for a whole answer: models on the customer's processors are slow. */
export const MODEL_TIMEOUT_MS = 120 * SECOND_MS;
/** Milliseconds between parts of an answer, after the first: a model that writes does not pause for so long. */
export const PART_TIMEOUT_MS = 45 * SECOND_MS;
const DEFAULT_RETRY_SECONDS = 30;

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

/** The address of the call below the base of an API. */
export const completionsUrl = (address: string): URL => {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = `${path.endsWith("/chat/completions") ? path : `${path}/chat/completions`}`;
  return url;
};

export interface CompletionLimits {
  /** Milliseconds for the whole answer. */
  readonly timeoutMs?: number;
  /** Milliseconds between two parts of it. */
  readonly partMs?: number;
}

/**
 * An answer as a whole.
 * @throws ApiError with a sentence for the user; the signal's reason where the user has gone
 */
export const complete = (
  egress: Pick<Egress, "fetch">,
  address: ModelAddress,
  body: string,
  signal: AbortSignal,
  timeoutMs: number = MODEL_TIMEOUT_MS,
): Promise<Completed> => completeByParts(egress, address, body, { signal, onPart: () => undefined, timeoutMs });

/**
 * Calls `onPart` with each part of an answer when it arrives. A server that does not stream has one.
 * @throws ApiError as of `complete`, also after parts
 */
export async function completeByParts(
  egress: Pick<Egress, "fetch">,
  { address, model, key }: ModelAddress,
  body: string,
  {
    signal,
    onPart,
    timeoutMs = MODEL_TIMEOUT_MS,
    partMs = PART_TIMEOUT_MS,
  }: CompletionLimits & { readonly signal: AbortSignal; readonly onPart: OnPart },
): Promise<Completed> {
  const url = completionsUrl(address);
  const { host } = url;
  const deadline = AbortSignal.timeout(timeoutMs);
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const either = AbortSignal.any([signal, deadline, silence.signal]);
  try {
    const answer = await egress.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "user-agent": "clew",
      },
      authorization: key === null ? null : new Credential({ token: key, origin: url.origin }).as("bearer"),
      body,
      signal: either,
    });
    if (answer.status < 200 || answer.status > 299) {
      const parsed = parse(new TextDecoder().decode(await answer.read("description", host, either)));
      const retryAfter = answer.headers.get("retry-after");
      throw refusalOf({ host, model, status: answer.status, retryAfter, isByParts: isByParts(body) }, parsed);
    }
    return await readCompletion(answer.chunks(STREAM_BYTES, host), host, (text, thought) => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), partMs);
      onPart(text, thought);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) throw error;
    const seconds = (milliseconds: number) => Math.round(milliseconds / SECOND_MS);
    if (silence.signal.aborted) throw new Unavailable(message("ask.silent", { host, seconds: seconds(partMs) }));
    if (deadline.aborted) throw new Unavailable(message("ask.slow", { host, seconds: seconds(timeoutMs) }));
    if (error instanceof SourceError) throw new Unavailable(error.text, { cause: error });
    throw new Unavailable(message("ask.cut", { host }), { cause: error });
  } finally {
    clearTimeout(timer);
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
  readonly isByParts: boolean;
}

function refusalOf({ host, model, status, retryAfter, isByParts: byParts }: RefusedRequest, answer: unknown): ApiError {
  const words = wordsOf(answer);
  if (isTooLong(status, answer, words)) return new Conflict(message("ask.too_long", { host }));
  // The fields that ask for parts are the only ones with this word.
  if (byParts && (status === 400 || status === 422) && /stream/i.test(JSON.stringify(answer)))
    return new Conflict(message("ask.no_parts", { host }));
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
  return plainWords(text);
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
