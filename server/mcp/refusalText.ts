/** Refusals as text and as data, within the smallest limit of tokens. */
import { beginning, MIN_TOKENS, tokensOf } from "./tokenBudget.ts";
import type { Refusal } from "./toolErrors.ts";
import { type Fence, newFence, sanitized } from "./untrusted.ts";

/** Bytes of a refusal, without its fence. */
const MAX_REFUSAL_LENGTH = 560;

/** Our sentence, then what others wrote in a fence of its own; cut to a number of bytes. */
export function refusalText(
  { message, fenced = [], retryAfterSeconds }: Refusal,
  bytes = MAX_REFUSAL_LENGTH,
  fence: Fence = newFence(),
): string {
  const sentence = cutTo(sanitized(message), bytes);
  const fullSentence = retryAfterSeconds === undefined ? sentence : `${sentence} Wait ${retryAfterSeconds} seconds.`;
  const detail = cutTo(sanitized(fenced.join("\n")), bytes - Buffer.byteLength(sentence));
  return detail === "" ? fullSentence : [fullSentence, fence.open, detail, fence.close].join("\n");
}

/** A refusal as text and as data: some clients show the data instead of the text, so its message has the fence too. */
export function composeRefusal(refusal: Refusal) {
  const { code, retryAfterSeconds } = refusal;
  const fence = newFence();
  const composeWithin = (bytes: number) => {
    const message = refusalText(refusal, bytes, fence);
    const wait = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds };
    const data = { error: { code, message, ...wait } };
    const text = `Error (${code}): ${message}`;
    return { text, data, tokens: tokensOf(text) + tokensOf(JSON.stringify(data)) };
  };
  let bytes = MAX_REFUSAL_LENGTH;
  let composed = composeWithin(bytes);
  while (composed.tokens > MIN_TOKENS) composed = composeWithin((bytes -= 20));
  return composed;
}

function cutTo(text: string, bytes: number): string {
  if (bytes <= 0) return "";
  const cut = beginning(text, bytes);
  return cut === text ? cut : `${cut} …`;
}
