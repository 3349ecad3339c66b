/** Refusals as an agent can act on them: each has a code, and none looks like an answer without results. */
import {
  ApiError,
  Forbidden,
  Invalid,
  NotFound,
  PlanRequired,
  ServerBusyError,
  StoreFailure,
  TooMany,
  Unavailable,
  type FieldErrors,
} from "../errors.ts";
import { type Message, englishText } from "../messages/messages.ts";
import { type ServerFailure, serverFailureOf } from "../serverFailure.ts";

export type ErrorCode =
  | "expired"
  | "not_allowed"
  | "not_found"
  | "stale_source"
  | "rate_limited"
  | "busy"
  | "invalid_arguments"
  | "refused"
  | "failed";

export interface Refusal {
  readonly code: ErrorCode;
  /** Our own words alone. */
  readonly message: string;
  /** Text of others that belongs to it, each a line: names to choose from, a reason of a host. */
  readonly fenced?: readonly string[];
  /** Seconds, for `rate_limited` and `busy`. */
  readonly retryAfterSeconds?: number;
}

/** A refusal of this server itself, thrown by what a tool does. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** @param fenced text of others, each a line; the message has none */
export const toolRefusal = (code: ErrorCode, message: string, fenced: readonly string[] = []): ToolRefusal =>
  new ToolRefusal({ code, message, fenced });

/** Null for what is no refusal but a fault of ours. */
export function toolRefusalOf(error: unknown): Refusal | null {
  if (error instanceof ToolRefusal) return error.refusal;
  if (!(error instanceof ApiError)) return ofFailure(serverFailureOf(error));
  if (error instanceof Invalid) return ofFields(error.fields);
  const code = codeOf(error);
  if (code === null) return null;
  const isOwn = isOwnText(error.text);
  return {
    code,
    message: isOwn ? error.message : "The reason follows.",
    ...(!isOwn && { fenced: [error.message] }),
    ...((error instanceof TooMany || error instanceof ServerBusyError) && {
      retryAfterSeconds: error.retryAfterSeconds,
    }),
  };
}

/** What passes by itself is `busy`; what the operator has to repair is `failed`, with its sentence. */
const ofFailure = (failure: ServerFailure | null): Refusal | null =>
  failure && {
    code: failure.retryAfterSeconds === undefined ? "failed" : "busy",
    message: englishText(failure.text),
    ...(failure.retryAfterSeconds !== undefined && { retryAfterSeconds: failure.retryAfterSeconds }),
  };

function codeOf(error: ApiError): ErrorCode | null {
  if (error instanceof TooMany) return "rate_limited";
  if (error instanceof StoreFailure) return "failed";
  if (error instanceof Unavailable) return "busy";
  if (error instanceof NotFound) return "not_found";
  if (error instanceof PlanRequired) return "not_allowed";
  if (error instanceof Forbidden) return error.text.code === "subscription.expired" ? "expired" : "not_allowed";
  return error.status < 500 ? "invalid_arguments" : null;
}

/** Whether the operator has to hear of a refusal: it has a cause of which the caller learns nothing. */
export const isOperatorsConcern = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 && error.cause !== undefined : serverFailureOf(error) !== null;

/** A text of the catalogue is ours, except what is filled into it; numbers and the values of a field's rule are ours as well. */
const isOwnText = ({ code, params = {} }: Message): boolean =>
  code !== "text" &&
  (code.startsWith("field.") ||
    Object.values(params).every((value) => (typeof value === "object" ? isOwnText(value) : typeof value === "number")));

function ofFields(fields: FieldErrors): Refusal {
  const all = fieldMessages(fields);
  const foreign = all.filter(([, text]) => !isOwnText(text));
  return {
    code: "invalid_arguments",
    message: all
      .map(([name, text]) => `${name}: ${isOwnText(text) ? englishText(text) : "the reason follows"}`)
      .join("; "),
    fenced: foreign.map(([name, text]) => `${name}: ${englishText(text)}`),
  };
}

const fieldMessages = (fields: FieldErrors, before = ""): (readonly [name: string, text: Message])[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((text) => [`${before}${name}`, text] as const)
      : fieldMessages(value, `${before}${name}.`),
  );
