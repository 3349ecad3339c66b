import { SourceError, findSourceError, rootCode } from "../SourceError.ts";
import { message, verbatim } from "../../messages/messages.ts";

const TLS_CODES =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

/** What a failed exchange means, in a SourceError. An error that is not of the network's making comes back as it is. */
export function describeFailure(error: unknown, host: string): unknown {
  const known = findSourceError(error);
  if (known) return known;
  const detail = { cause: error };
  if (error instanceof Error && error.name === "TimeoutError") {
    return new SourceError("timeout", message("host.timeout", { host }), detail);
  }
  if (error instanceof Error && error.name === "AbortError")
    return new SourceError("aborted", verbatim("Called off."), detail);
  const code = rootCode(error);
  if (TLS_CODES.test(code)) {
    return new SourceError("tls", message("host.certificate_code", { host, code }), detail);
  }
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new SourceError("dns", message("host.unknown", { host }), detail);
    case "ECONNREFUSED":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return new SourceError("refused", message("host.refused", { host }), detail);
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return new SourceError("timeout", message("host.timeout", { host }), detail);
    case "UND_ERR_HEADERS_OVERFLOW":
      return new SourceError("too_large", message("host.many_headers", { host }), detail);
    case "ERR_TOO_MANY_BYTES":
      return new SourceError("too_large", message("host.large_answer", { host }), detail);
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return new SourceError("cut", message("host.cut", { host }), detail);
    default:
      if (
        code === "" &&
        error instanceof TypeError &&
        error.cause instanceof Error &&
        error.cause.message === "bad port"
      ) {
        return new SourceError("address", message("host.reserved_port", { host }), detail);
      }
      // `fetch` makes a failure without words of a 407, as its standard wants.
      if (code === "" && error instanceof TypeError && error.cause instanceof Error && error.cause.message === "") {
        return new SourceError("proxy", message("host.proxy", { host }), detail);
      }
      // The library asserts what its parser has let through.
      return isParserError(error) || code === "ERR_TOO_MANY_INTERIM" || code === "ERR_ASSERTION"
        ? new SourceError("bad_answer", message("host.not_http", { host }), detail)
        : error;
  }
}

const isParserError = (error: unknown): boolean =>
  error instanceof Error && (error.name === "HTTPParserError" || isParserError(error.cause));
