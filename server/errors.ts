/**
 * Errors that are reported to the caller. `server/http/errorHandler.ts` maps each to its status and the body that the contract
 * names; any other error is a bug or an outage and is reported as "Something went wrong.".
 */
import { MessageError } from "./messages/MessageError.ts";
import { type Message, message } from "./messages/messages.ts";

/** Fields to their messages, nested where the body is nested. `non_field_errors` holds what belongs to no field. */
export interface FieldErrors {
  [field: string]: Message[] | FieldErrors;
}

/** The base of all errors with their own status. `text` is what a person reads; `message` is its English text, for logs. */
export class ApiError extends MessageError {
  override readonly name: string = "ApiError";
  readonly status: number;

  constructor(status: number, text: Message, options?: ErrorOptions) {
    super(text, options);
    this.status = status;
  }
}

/** 400: what was sent does not fit, field by field. */
export class Invalid extends ApiError {
  override readonly name = "Invalid";
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors, options?: ErrorOptions) {
    super(400, message("request.invalid"), options);
    this.fields = fields;
  }
}

/** 401: no token, or none that is valid. */
export class Unauthorized extends ApiError {
  override readonly name = "Unauthorized";
  constructor(text: Message = message("session.required")) {
    super(401, text);
  }
}

/** 402: the company's plan lacks this. Not 403, on which the browser leaves a project's page for /404 without showing the sentence. */
export class PlanRequired extends ApiError {
  override readonly name = "PlanRequired";
  constructor(text: Message) {
    super(402, text);
  }
}

/** 403: signed in, and not allowed. */
export class Forbidden extends ApiError {
  override readonly name = "Forbidden";
  constructor(text: Message = message("forbidden")) {
    super(403, text);
  }
}

/** 404: does not exist, or its existence is none of the caller's business. */
export class NotFound extends ApiError {
  override readonly name = "NotFound";
  constructor(text: Message = message("not_found")) {
    super(404, text);
  }
}

/** 409: fits, and contradicts what is there. */
export class Conflict extends ApiError {
  override readonly name = "Conflict";
  constructor(text: Message, options?: ErrorOptions) {
    super(409, text, options);
  }
}

/** 428: allowed, once the password has been typed again. */
export class ConfirmationNeeded extends ApiError {
  override readonly name = "ConfirmationNeeded";
  constructor() {
    super(428, message("session.confirmation_needed"));
  }
}

/** 429: come back in `retryAfterSeconds` seconds. */
export class TooMany extends ApiError {
  override readonly name = "TooMany";
  readonly retryAfterSeconds: number;

  /** @param retryAfterSeconds whole seconds, at least 1 */
  constructor(retryAfterSeconds: number, text: Message = message("limit.attempts")) {
    super(429, text);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** 503: a part of the server is not ready; the text names it. */
export class Unavailable extends ApiError {
  override readonly name: string = "Unavailable";
  constructor(text: Message, options?: ErrorOptions) {
    super(503, text, options);
  }
}

/** 503 with `Retry-After`: the server is there and has too much to do. */
export class ServerBusyError extends Unavailable {
  override readonly name = "ServerBusyError";
  readonly retryAfterSeconds: number;

  /** @param retryAfterSeconds whole seconds, at least 1 */
  constructor(retryAfterSeconds: number) {
    super(message("server.busy"));
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** The client disconnected before its answer: work for it ends. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  constructor() {
    super("The client has gone.");
  }
}

/** Why a signal was aborted; a client that disconnected where it does not say. */
export const abortReason = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new ClientGone());

/** 503: the store of blobs, or the disk that it is on, failed. `text` is for people, `cause` for the operator. */
export class StoreFailure extends Unavailable {
  override readonly name = "StoreFailure";
}

/** The server cannot start. `message` is one clear sentence for the operator; main prints it and exits with 1. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}

/** The message of a thrown value. For several tried addresses it is that of the first. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

export const DISK_FULL = message("server.disk_full");
const DISK_BROKEN = message("server.disk_failed");
/** Errno of a file system that has no room (EFBIG: a limit of the process), and of one that fails or is read-only. */
const DISK_WORDS: Readonly<Record<string, Message>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: DISK_FULL,
  EIO: DISK_BROKEN,
  EROFS: DISK_BROKEN,
  // io_error, the database's code for EIO.
  "58030": DISK_BROKEN,
};

/** A sentence about the disk when it is what failed; undefined for every other error. */
export function diskFailure(error: unknown): Message | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return DISK_WORDS[code] ?? diskFailure(error.cause);
}
