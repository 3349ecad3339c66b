import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DATABASE_DAMAGED, isDamaged, isOutage } from "../db/databaseErrors.ts";
import { ApiError, diskFailure, Invalid, TooMany } from "../errors.ts";
import { answerLanguage } from "./language.ts";
import { ServerBusyError } from "./limits/ConcurrencyLimiter.ts";
import { formatFields } from "./fieldErrors.ts";
import { type Language, type Message, type MessageCode, formatMessage, message } from "../messages/messages.ts";

/** Fastify's own refusals in the words of this product. */
const OWN_WORDS: Readonly<Record<string, Message>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: message("request.too_large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: message("request.not_json"),
};

const OUTAGE = message("server.database_unreachable");
const OUTAGE_RETRY_SECONDS = 3;

const FAILURE = message("server.failure");

/** The text of a refusal and its code, which does not change with the language. */
const detailOf = (text: Message, language: Language): { readonly detail: string; readonly code: MessageCode } => ({
  detail: formatMessage(text, language),
  code: text.code,
});

/** As proxies write it: the client did not wait for its answer. */
export const CLIENT_GONE = 499;

const TOO_LONG = 414;

/** Converts what a handler threw into the one shape that the contract gives an error. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = answerLanguage(request);
  void reply.header("content-language", language.toLowerCase());
  if (error instanceof Invalid) {
    void reply.code(400).send(formatFields(error.fields, language));
    return;
  }
  if (error instanceof TooMany || error instanceof ServerBusyError)
    void reply.header("retry-after", String(error.retryAfterSeconds));
  if (isDamaged(error)) {
    request.log.error({ err: error }, "the database is damaged: restore a backup, see docs/OPERATING.md");
    void reply.code(503).send({ ...detailOf(DATABASE_DAMAGED, language), request_id: request.id });
    return;
  }
  if (error instanceof ApiError) {
    if (error.status >= 500 && error.cause !== undefined) request.log.warn({ err: error }, "request failed");
    void reply
      .code(error.status)
      .send({ ...detailOf(error.text, language), ...(error.status >= 500 && { request_id: request.id }) });
    return;
  }
  const { status, code } = errorOf(error);
  if (status === TOO_LONG) {
    // A part of a path that is longer than any name: there is nothing of that name, and the wire has a status for that.
    handleNotFound(request, reply);
    return;
  }
  if (status === 400) {
    void reply.code(400).send(formatFields({ non_field_errors: [message("request.unreadable")] }, language));
    return;
  }
  if (status !== undefined) {
    void reply.code(status).send(detailOf(OWN_WORDS[code ?? ""] ?? message("request.refused"), language));
    return;
  }
  if (isOutage(error)) {
    request.log.warn({ err: error }, "the database or the store of blobs cannot be reached");
    void reply
      .code(503)
      .header("retry-after", String(OUTAGE_RETRY_SECONDS))
      .send({ ...detailOf(OUTAGE, language), request_id: request.id });
    return;
  }
  const disk = diskFailure(error);
  if (disk !== undefined) {
    request.log.error({ err: error }, "the disk failed");
    void reply.code(503).send({ ...detailOf(disk, language), request_id: request.id });
    return;
  }
  if (reply.raw.destroyed) {
    // The client has disconnected, so there is no one to answer and no error to report.
    request.log.info("the client has gone");
    void reply.code(CLIENT_GONE).send();
    return;
  }
  request.log.error({ err: error }, "request failed");
  void reply.code(500).send({ ...detailOf(FAILURE, language), request_id: request.id });
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
    .send(detailOf(message("not_found"), language));
}

/** An empty body counts as no body; everything else must be JSON without tricks on prototypes. */
export function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser("text/plain");
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
  // Of uploads; any other call finds no JSON in it.
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
}
