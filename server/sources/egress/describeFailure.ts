import { SourceError, type SourceErrorCode, findSourceError, rootCode } from "../SourceError.ts";
import { type MessageCode, message, verbatim } from "../../messages/messages.ts";

const TLS_CODES =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

const DNS = ["dns", "host.unknown"] as const;
const REFUSED = ["refused", "host.refused"] as const;
const TIMEOUT = ["timeout", "host.timeout"] as const;
const CUT = ["cut", "host.cut"] as const;
const NOT_HTTP = ["bad_answer", "host.not_http"] as const;

/** The error and its message for the codes of the system and of undici. */
const FAILURES: ReadonlyMap<string, readonly [SourceErrorCode, MessageCode]> = new Map<
  string,
  readonly [SourceErrorCode, MessageCode]
>([
  ["ENOTFOUND", DNS],
  ["EAI_AGAIN", DNS],
  ["ECONNREFUSED", REFUSED],
  ["EHOSTUNREACH", REFUSED],
  ["ENETUNREACH", REFUSED],
  ["ETIMEDOUT", TIMEOUT],
  ["UND_ERR_CONNECT_TIMEOUT", TIMEOUT],
  ["UND_ERR_HEADERS_TIMEOUT", TIMEOUT],
  ["UND_ERR_BODY_TIMEOUT", TIMEOUT],
  ["UND_ERR_HEADERS_OVERFLOW", ["too_large", "host.many_headers"]],
  ["ERR_TOO_MANY_BYTES", ["too_large", "host.large_answer"]],
  ["ECONNRESET", CUT],
  ["EPIPE", CUT],
  ["UND_ERR_SOCKET", CUT],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", CUT],
  ["ERR_TOO_MANY_INTERIM", NOT_HTTP],
  // undici asserts what its parser accepted.
  ["ERR_ASSERTION", NOT_HTTP],
]);

/** The SourceError of a failed exchange with a host. An error that is not of the network is returned as it is. */
export function describeFailure(error: unknown, host: string): unknown {
  const sourceError = findSourceError(error);
  if (sourceError) return sourceError;
  const detail = { cause: error };
  const code = rootCode(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError") return new SourceError("timeout", message("host.timeout", { host }), detail);
  if (name === "AbortError") return new SourceError("aborted", verbatim("Cancelled."), detail);
  if (TLS_CODES.test(code)) return new SourceError("tls", message("host.certificate_code", { host, code }), detail);
  const failure = FAILURES.get(code) ?? (code === "" ? failureWithoutCode(error) : undefined);
  if (failure) return new SourceError(failure[0], { code: failure[1], params: { host } }, detail);
  return isParserError(error) ? new SourceError("bad_answer", message("host.not_http", { host }), detail) : error;
}

/** `fetch` throws a TypeError for a port that its standard reserves, and one without a message for a 407. */
function failureWithoutCode(error: unknown): readonly [SourceErrorCode, MessageCode] | undefined {
  if (!(error instanceof TypeError && error.cause instanceof Error)) return undefined;
  if (error.cause.message === "bad port") return ["address", "host.reserved_port"];
  return error.cause.message === "" ? ["proxy", "host.proxy"] : undefined;
}

const isParserError = (error: unknown): boolean =>
  error instanceof Error && (error.name === "HTTPParserError" || isParserError(error.cause));
