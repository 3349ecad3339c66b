import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError, type FieldErrors, Invalid, ServerBusyError, TooMany } from "../errors.ts";
import { damageOf, type ServerFailure, serverFailureOf } from "../serverFailure.ts";
import { answerLanguage } from "./language.ts";
import { formatFields } from "./fieldErrors.ts";
import { type Language, type Message, type MessageCode, formatMessage, message } from "../messages/messages.ts";

/** Fastify's own refusals in the words of this product. */
const OWN_WORDS: Readonly<Record<string, Message>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: message("request.too_large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: message("request.not_json"),
};

const URI_TOO_LONG = 414;

/** The text of a refusal and its code, which does not change with the language. */
const detailOf = (text: Message, language: Language): { readonly detail: string; readonly code: MessageCode } => ({
  detail: formatMessage(text, language),
  code: text.code,
});

/** As proxies write it: the client did not wait for its answer. */
export const CLIENT_GONE = 499;

const NOT_FOUND: ErrorAnswer = { status: 404, text: message("not_found") };
const FAILURE: ErrorAnswer = {
  status: 500,
  text: message("server.failure"),
  log: { level: "error", message: "request failed" },
};

/** What is answered for an error, and what the log says about it. */
export interface ErrorAnswer {
  readonly status: number;
  readonly text: Message;
  readonly fields?: FieldErrors;
  readonly retryAfterSeconds?: number;
  readonly log?: { readonly level: "info" | "warn" | "error"; readonly message: string };
}

/** Tried in order; the first that recognizes the error decides. */
const RECOGNIZERS: readonly ((error: unknown) => ErrorAnswer | null)[] = [
  refuseInvalid,
  (error) => refuseFailure(damageOf(error)),
  refuseByClass,
  refuseMalformed,
  (error) => refuseFailure(serverFailureOf(error)),
];

const recognized = (error: unknown): ErrorAnswer | null =>
  RECOGNIZERS.reduce<ErrorAnswer | null>((refusal, recognize) => refusal ?? recognize(error), null);

/** What is answered for an error by a protocol with a form of its own. */
export const refusalFor = (error: unknown): ErrorAnswer =>
  recognized(error) ?? { ...FAILURE, log: { level: "error", message: "request failed" } };

/** Converts what a handler threw into the one shape that the contract gives an error. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = recognized(error);
  if (!refusal && reply.raw.destroyed) {
    request.log.info("the client has gone");
    void reply.code(CLIENT_GONE).send();
    return;
  }
  const language = answerLanguage(request);
  const { status, text, fields, retryAfterSeconds, log } = refusal ?? FAILURE;
  if (log) request.log[log.level]({ err: error }, log.message);
  void reply.code(status).header("content-language", language.toLowerCase());
  if (retryAfterSeconds !== undefined) void reply.header("retry-after", String(retryAfterSeconds));
  if (fields) void reply.send(formatFields(fields, language));
  else void reply.send({ ...detailOf(text, language), ...(status >= 500 && { request_id: request.id }) });
}

function refuseInvalid(error: unknown): ErrorAnswer | null {
  return error instanceof Invalid ? { status: 400, text: error.text, fields: error.fields } : null;
}

const refuseFailure = (failure: ServerFailure | null): ErrorAnswer | null => failure && { status: 503, ...failure };

function refuseByClass(error: unknown): ErrorAnswer | null {
  if (!(error instanceof ApiError)) return null;
  const { status, text, cause } = error;
  return {
    status,
    text,
    ...((error instanceof TooMany || error instanceof ServerBusyError) && {
      retryAfterSeconds: error.retryAfterSeconds,
    }),
    ...(status >= 500 && cause !== undefined && { log: { level: "warn", message: "request failed" } }),
  };
}

/** An error that the HTTP layer raised about the request itself. */
function refuseMalformed(error: unknown): ErrorAnswer | null {
  const { status, code = "" } = errorOf(error);
  if (status === undefined) return null;
  // A part of a path that is longer than any name: nothing has that name.
  if (status === URI_TOO_LONG) return NOT_FOUND;
  const unreadable = message("request.unreadable");
  if (status === 400) return { status, text: unreadable, fields: { non_field_errors: [unreadable] } };
  return { status, text: OWN_WORDS[code] ?? message("request.refused") };
}

/** Status and code of an error that the HTTP layer raised about the request itself. */
function errorOf(error: unknown): { status?: number; code?: string } {
  if (!(error instanceof Error) || !("statusCode" in error) || !("code" in error)) return {};
  const { statusCode, code } = error;
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode > 499 || typeof code !== "string") return {};
  return code.startsWith("FST_") ? { status: statusCode, code } : {};
}

/** Answers a path that has no route. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const language = answerLanguage(request);
  void reply
    .code(404)
    .type("application/json; charset=utf-8")
    .header("content-language", language.toLowerCase())
    .send(detailOf(NOT_FOUND.text, language));
}
