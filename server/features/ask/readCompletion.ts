/** Reads what a server of chat completions answers while it arrives: server-sent events with parts of a text, or one JSON document with all of it. */
import { z } from "zod";
import { Unavailable } from "../../errors.ts";
import { JsonScanner } from "../../JsonScanner.ts";
import { message } from "../../messages/messages.ts";
import { RESPONSE_LIMITS } from "../../sources/responses/responseLimits.ts";
import { KILOBYTE, MEGABYTE } from "../../sizes.ts";
import { LineSplitter } from "./LineSplitter.ts";

/** Bytes of a whole stream: each token of an answer is an event of some hundred bytes. */
export const STREAM_BYTES = 8 * MEGABYTE;
/** Bytes of one event. */
const EVENT_BYTES = 64 * KILOBYTE;
/** Characters of a server's own words that are shown. */
const MAX_WORDS = 300;
const BRACE = 0x7b;

const Tokens = z.int().nonnegative().nullish().catch(null);
/** llama.cpp, vLLM, Ollama and others differ in what they add, and some leave out `usage`. */
const usage = z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish().catch(null);
const finish_reason = z.string().nullish().catch(null);
const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason })).min(1),
  usage,
});
/** `error: {message}` as published; Ollama and some proxies send a text, and vLLM an object of its own. */
const Failure = z.union([
  z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) }),
  z.object({ object: z.literal("error"), message: z.string() }),
]);
const Text = z.string().nullish().catch(null);
const Part = z.object({
  /** Empty in the event that has the usage. */
  choices: z.array(
    z.object({
      delta: z.object({ content: Text, reasoning_content: Text, reasoning: Text }).nullish(),
      finish_reason,
    }),
  ),
  usage,
});

export interface Completed {
  readonly text: string;
  readonly isCut: boolean;
  /** Null where the server does not say. */
  readonly sent: number | null;
  readonly received: number | null;
}

/** Called with each part of the text, and of what a model thinks before it, which counts and is not shown. */
export type OnPart = (text: string, thought: string) => void;

/** @throws Unavailable for what is no answer of chat completions, or ends before its end */
export async function readCompletion(
  chunks: AsyncIterable<Uint8Array>,
  host: string,
  onPart: OnPart,
): Promise<Completed> {
  const document: Uint8Array[] = [];
  let bytes = 0;
  let isDocument: boolean | null = null;
  const lines = new LineSplitter(EVENT_BYTES);
  const events = new CompletionEvents(host, onPart);
  const tooLarge = () => new Unavailable(message("host.large_answer", { host }));
  for await (const chunk of chunks) {
    isDocument ??= beginsDocument(chunk);
    if (isDocument === true) {
      bytes += chunk.byteLength;
      if (bytes > RESPONSE_LIMITS.description.bytes) throw tooLarge();
      document.push(chunk);
      continue;
    }
    const complete = lines.push(chunk);
    if (complete === null) throw tooLarge();
    for (const line of complete) events.take(line);
    if (events.isDone) break;
  }
  if (isDocument === true) return completionOf(Buffer.concat(document), host, onPart);
  for (const line of lines.end()) events.take(line);
  return events.completed();
}

/** What a JSON document has of an answer. @throws Unavailable where it is none */
function completionOf(bytes: Uint8Array, host: string, onPart: OnPart): Completed {
  const completion = Completion.safeParse(parse(bytes));
  if (!completion.success) throw new Unavailable(message("ask.bad_answer", { host }));
  const { choices, usage: counted } = completion.data;
  const text = choices[0]?.message.content ?? "";
  onPart(text, "");
  return {
    text,
    isCut: choices[0]?.finish_reason === "length",
    sent: counted?.prompt_tokens ?? null,
    received: counted?.completion_tokens ?? null,
  };
}

/** Null while there is only white space. */
function beginsDocument(chunk: Uint8Array): boolean | null {
  const first = chunk.find((byte) => byte > 0x20);
  return first === undefined ? null : first === BRACE;
}

function parse(bytes: Uint8Array): unknown {
  if (new JsonScanner(RESPONSE_LIMITS.description).push(bytes) !== null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Joins the parts of an answer. */
class CompletionEvents {
  isDone = false;
  readonly #host: string;
  readonly #onPart: OnPart;
  readonly #texts: string[] = [];
  #finish: string | null = null;
  #usage: z.infer<typeof usage> = null;
  /** Whether there was an event of chat completions at all. */
  #hasPart = false;

  constructor(host: string, onPart: OnPart) {
    this.#host = host;
    this.#onPart = onPart;
  }

  /** Takes a line of the stream. Fields other than `data`, and the `error` of llama.cpp, are no part of an answer; a line with a colon first keeps the connection open. */
  take(line: Uint8Array): void {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
    const colon = text.indexOf(0x3a);
    const field = text.subarray(0, Math.max(0, colon)).toString("latin1");
    if (this.isDone || (field !== "data" && field !== "error")) return;
    const value = text.subarray(colon + 1);
    if (value.byteLength < 16 && value.toString("latin1").trim() === "[DONE]") {
      this.isDone = true;
      return;
    }
    const parsed = parse(value);
    this.#refuse(field === "error" ? { error: parsed } : parsed);
    const part = Part.safeParse(parsed);
    if (!part.success) return;
    this.#hasPart = true;
    this.#usage = part.data.usage ?? this.#usage;
    for (const { delta, finish_reason: finish } of part.data.choices.slice(0, 1)) {
      const content = delta?.content ?? "";
      this.#texts.push(content);
      this.#onPart(content, delta?.reasoning_content ?? delta?.reasoning ?? "");
      this.#finish = finish ?? this.#finish;
    }
  }

  /** @throws Unavailable where the stream has ended before the answer */
  completed(): Completed {
    const host = this.#host;
    if (!this.#hasPart && !this.isDone) throw new Unavailable(message("ask.bad_answer", { host }));
    if (!this.isDone && this.#finish === null) throw new Unavailable(message("ask.cut", { host }));
    return {
      text: this.#texts.join(""),
      isCut: this.#finish === "length",
      sent: this.#usage?.prompt_tokens ?? null,
      received: this.#usage?.completion_tokens ?? null,
    };
  }

  #refuse(parsed: unknown): void {
    const failure = Failure.safeParse(parsed);
    if (!failure.success) return;
    const error = "error" in failure.data ? failure.data.error : failure.data;
    const words = plainWords(typeof error === "string" ? error : error.message);
    throw new Unavailable(message("ask.stopped", { host: this.#host, words }));
  }
}

/** A server's own words on one line, bounded. */
export const plainWords = (text: string): string =>
  text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_WORDS).toWellFormed();
