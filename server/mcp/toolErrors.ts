/** Refusals as an agent can act on them: each has a code, and none looks like an answer without results. */
import { ApiError, Forbidden, Invalid, NotFound, PlanRequired, TooMany, type FieldErrors } from "../errors.ts";
import { type Message, englishText } from "../messages/messages.ts";

const ERROR_CODES = [
  "expired",
  "not_allowed",
  "not_found",
  "stale_source",
  "rate_limited",
  "invalid_arguments",
  "failed",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The item may exist, but this server has not read it (yet). */
export class StaleSource extends ApiError {
  override readonly name = "StaleSource";
  constructor(text: Message) {
    super(409, text);
  }
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  /** Seconds, for `rate_limited`. */
  readonly retryAfterSeconds?: number;
}

/** Null for what is no refusal but a fault of ours. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof StaleSource) return { code: "stale_source", message: error.message };
  if (error instanceof TooMany) {
    return { code: "rate_limited", message: error.message, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof Invalid) return { code: "invalid_arguments", message: fieldsOf(error.fields) };
  if (error instanceof NotFound) return { code: "not_found", message: error.message };
  if (error instanceof PlanRequired) return { code: "not_allowed", message: error.message };
  if (error instanceof Forbidden) {
    const isExpired = error.text.code === "subscription.expired";
    return { code: isExpired ? "expired" : "not_allowed", message: error.message };
  }
  if (error instanceof ApiError && error.status < 500) return { code: "invalid_arguments", message: error.message };
  return null;
}

function fieldsOf(fields: FieldErrors, before = ""): string {
  return Object.entries(fields)
    .map(([name, value]) =>
      Array.isArray(value)
        ? `${before}${name}: ${value.map(englishText).join(" ")}`
        : fieldsOf(value, `${before}${name}.`),
    )
    .join("; ");
}
