/** Errors on their way between two threads: a structured clone would lose their class, their status and their code. */
import {
  ApiError,
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  PlanRequired,
  TooMany,
  Unauthorized,
  Unavailable,
  type FieldErrors,
  ServerBusyError,
} from "../errors.ts";
import { type Message, verbatim } from "../messages/messages.ts";

export interface PortableError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** Set for an ApiError. */
  readonly status?: number;
  readonly fields?: FieldErrors;
  readonly text?: Message;
  readonly retryAfterSeconds?: number;
  /** The code of a database or the system: SQLSTATE or errno, and the constraint. */
  readonly code?: string;
  readonly constraint?: string;
  readonly cause?: PortableError;
}

export function toPortable(error: unknown): PortableError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const text = (key: string): Record<string, string> => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === "string" ? { [key]: value } : {};
  };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error instanceof ApiError && { status: error.status, text: error.text }),
    ...(error instanceof Invalid && { fields: error.fields }),
    ...((error instanceof TooMany || error instanceof ServerBusyError) && {
      retryAfterSeconds: error.retryAfterSeconds,
    }),
    ...text("code"),
    ...text("constraint"),
    ...(error.cause !== undefined && { cause: toPortable(error.cause) }),
  };
}

export function fromPortable(portable: PortableError): Error {
  const { status, message, fields, retryAfterSeconds, text = verbatim(message) } = portable;
  if (fields) return new Invalid(fields);
  if (status !== undefined) {
    if (status === 429) return new TooMany(retryAfterSeconds ?? 1, text);
    const options = portable.cause && { cause: fromPortable(portable.cause) };
    if (status === 503 && retryAfterSeconds !== undefined) return new ServerBusyError(retryAfterSeconds);
    if (status === 503) return new Unavailable(text, options);
    const errorClass = ofStatus(status);
    return errorClass ? new errorClass(text) : new ApiError(status, text, options);
  }
  const error = new Error(message, portable.cause && { cause: fromPortable(portable.cause) });
  const { name, stack, code, constraint } = portable;
  return Object.assign(error, { name, stack, ...(code !== undefined && { code }), ...(constraint && { constraint }) });
}

function ofStatus(status: number): (new (text: Message) => ApiError) | undefined {
  return { 401: Unauthorized, 402: PlanRequired, 403: Forbidden, 404: NotFound, 409: Conflict }[status];
}
