import { KILOBYTE, MEGABYTE } from "../../sizes.ts";
import type { JsonLimits } from "../../JsonScanner.ts";

/** How large the answer to one kind of call may be. What exceeds it is refused while it arrives. */
export interface ResponseLimits extends JsonLimits {
  /** Bytes of the body, after decompression. Before decompression the same bound applies. */
  readonly bytes: number;
}

/**
 * Limits by kind of call. Each outgoing call names one of them. Sources of the figures: GitHub limits a body to 65,536 characters, GitLab a
 * description to 1 MB, Jira a text field to 32,767 characters and lists at most 5,000 ids; a page holds at most 100 items (250 in Confluence).
 * Documents of Atlassian nest two levels of JSON for each node.
 */
export const RESPONSE_LIMITS = {
  /** An account, a token's scopes, a count, an access token. */
  account: { bytes: 64 * KILOBYTE, elements: 2_000, members: 1_000, depth: 16 },
  /** A repository, project or space. */
  description: { bytes: 512 * KILOBYTE, elements: 10_000, members: 2_000, depth: 32 },
  /** One issue, request or page, or the first few of a list. */
  item: { bytes: 4 * MEGABYTE, elements: 100_000, members: 10_000, depth: 160 },
  /** A page of a list. */
  page: { bytes: 8 * MEGABYTE, elements: 250_000, members: 10_000, depth: 160 },
  /** Spans of time of a few people. */
  calendar: { bytes: 2 * MEGABYTE, elements: 50_000, members: 10_000, depth: 16 },
} as const satisfies Record<string, ResponseLimits>;

export type ResponseKind = keyof typeof RESPONSE_LIMITS;

/** Bytes of an answer that is no success: only its status and a sentence of it are used, so the rest is not read. */
export const MAX_REFUSAL_BYTES = 64 * KILOBYTE;

/** Content codings applied one after the other. */
export const MAX_ENCODINGS = 2;

/** Bytes after decompression for each byte before, once {@link RATIO_CHECK_BYTES} bytes were written. Text of a tracker compresses 5 to 40 times. */
export const MAX_RATIO = 200;
export const RATIO_CHECK_BYTES = MEGABYTE;

/** Bytes of header lines of an answer. Node's own servers accept and send 16 KB at most by default. */
export const MAX_HEADER_BYTES = 32 * KILOBYTE;

/** Informational answers (1xx) before the answer itself. */
export const MAX_INTERIM = 8;
