/** Fits answers into a token limit: as many whole blocks as the limit allows, what was left out, and how to continue. */
import { type Fence, newFence, sanitized } from "./untrusted.ts";
import { BYTES_A_TOKEN, tokensOfBytes } from "../access/tokens/mcpUsage.ts";

export const DEFAULT_TOKENS = 4000;
export const MIN_TOKENS = 300;
export const MAX_TOKENS = 20_000;

/** Estimated tokens: four bytes of UTF-8 each, rounded up. English comes out at four characters a token, other scripts at fewer. */
export const tokensOf = (text: string): number => tokensOfBytes(Buffer.byteLength(text));

/** The full answer of a tool, before it is cut to the budget. */
export interface Draft {
  /** Our own words: the question, the number of results, addresses. */
  readonly lead: readonly string[];
  /** Text of others that always precedes the blocks, each a line. */
  readonly fenced?: readonly string[];
  /** Others' words, in order; each is shown whole or not at all, except a first one that is larger than the limit. */
  readonly blocks: readonly string[];
  /**
   * How to continue after a number of blocks, or after all of them what no further call has; null or left out when nothing is left, or only
   * a larger limit has the rest.
   */
  readonly more?: (shown: number) => string | null;
  /** The same for programs, besides `shown` and `next`. It counts as well. */
  readonly data?: (shown: number) => Record<string, unknown>;
}

export interface Composed {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly tokens: number;
  /** The number of blocks in it, whole or begun. */
  readonly shown: number;
}

/** How to continue where nothing else is known. */
const LARGER = "Ask again with a larger max_tokens, or for less.";
/** How to continue after a part for which even the largest limit has no space. */
const BEYOND = "The rest of this part fits into no answer.";
/** The structured answer of a text of which not even the fixed part fits. */
const NOTHING_SHOWN = { shown: 0, next: LARGER };
const NOTHING_TOKENS = tokensOf(JSON.stringify(NOTHING_SHOWN));

/** @param limit tokens that text and data together never exceed */
export function compose(draft: Draft, limit: number, fence: Fence = newFence()): Composed {
  const blocks = draft.blocks.map(sanitized);
  const fenced = (draft.fenced ?? []).map(sanitized);
  const make = (shown: number, first?: string): Composed => {
    const isCut = shown < blocks.length || first !== undefined;
    // A place at which nothing fitted is no place to continue at, and after a part that is only begun its rest would be missing.
    const isPlace = !isCut || (shown > 0 && first === undefined);
    const next =
      first !== undefined && limit >= MAX_TOKENS
        ? [BEYOND, draft.more?.(shown) ?? ""].join(" ").trim()
        : ((isPlace ? draft.more?.(shown) : null) ?? (isCut ? LARGER : null));
    const cutNote = isCut ? `Cut at max_tokens=${limit}: ${shown} of ${blocks.length} parts shown.` : "";
    const tail = [cutNote, next ?? ""].filter(Boolean);
    const body = first === undefined ? blocks.slice(0, shown) : [first];
    const text = [
      ...draft.lead.map(sanitized),
      ...(fenced.length + body.length > 0 ? [fence.open, ...fenced, ...body, fence.close] : []),
      ...tail.map(sanitized),
    ].join("\n");
    const data = plainData({ ...draft.data?.(shown), shown, next });
    return { text, data, tokens: tokensOf(text) + tokensOf(JSON.stringify(data)), shown: body.length };
  };
  const full = make(blocks.length);
  if (full.tokens <= limit) return full;
  let [fits, over] = [0, blocks.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (make(middle).tokens <= limit) fits = middle;
    else over = middle;
  }
  const composed = make(fits);
  if (fits > 0) return composed;
  // Not even the first one fits: its beginning, so that there is progress.
  const [first = ""] = blocks;
  const budget = (limit - make(1, "").tokens) * BYTES_A_TOKEN - 80;
  if (budget > 100) {
    const cut = make(1, `${beginning(first, budget)} … (the rest of this part is left out)`);
    if (cut.tokens <= limit) return cut;
  }
  if (composed.tokens <= limit) return composed;
  // The fixed part alone exceeds the limit: return its beginning, with every fence closed, and a hint.
  const ending = `\nCut at max_tokens=${limit}: nothing more fits. ${LARGER}`;
  const closing = `\n${fence.close}`;
  const room = (limit - NOTHING_TOKENS) * BYTES_A_TOKEN - Buffer.byteLength(ending + closing);
  const begun = beginning(composed.text, room);
  const mark = composed.text.indexOf(fence.open);
  const start = mark >= 0 && begun.length < mark + fence.open.length ? begun.slice(0, mark) : begun;
  const isOpen = start.includes(fence.open) && !start.includes(fence.close);
  const text = `${start}${isOpen ? closing : ""}${ending}`;
  return { text, data: NOTHING_SHOWN, tokens: tokensOf(text) + NOTHING_TOKENS, shown: 0 };
}

/** The longest prefix of a text within a number of bytes, of whole characters. */
export function beginning(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = Buffer.from(text).subarray(0, bytes).toString("utf8");
  return cut.replace(/\ufffd+$/u, "");
}

function plainData(data: Record<string, unknown>): Record<string, unknown> {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return sanitized(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, walk(value)]));
}
