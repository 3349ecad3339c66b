import { SourceError, findSourceError, rootCode } from "./SourceError.ts";

const TLS_CODES =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

/** What a failed exchange means, in a SourceError. An error that is not of the network's making comes back as it is. */
export function describeFailure(error: unknown, host: string): unknown {
  const known = findSourceError(error);
  if (known) return known;
  const detail = { cause: error };
  if (error instanceof Error && error.name === "TimeoutError") {
    return new SourceError("timeout", `${host} did not answer in time. Try again later.`, detail);
  }
  if (error instanceof Error && error.name === "AbortError") return new SourceError("aborted", "Called off.", detail);
  const code = rootCode(error);
  if (TLS_CODES.test(code)) {
    return new SourceError(
      "tls",
      `The certificate of ${host} cannot be trusted (${code}). Its operator has to repair it.`,
      detail,
    );
  }
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new SourceError("dns", `There is no host called ${host}. Check the spelling.`, detail);
    case "ECONNREFUSED":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return new SourceError(
        "refused",
        `${host} does not accept connections. It may be down, or the port may be wrong.`,
        detail,
      );
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return new SourceError("timeout", `${host} did not answer in time. Try again later.`, detail);
    case "UND_ERR_HEADERS_OVERFLOW":
      return new SourceError("too_large", `${host} sends more headers than this server reads.`, detail);
    case "ERR_TOO_MANY_BYTES":
      return new SourceError("too_large", `An answer of ${host} is larger than this server reads.`, detail);
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return new SourceError("cut", `${host} cut the connection. Try again later.`, detail);
    default:
      if (
        code === "" &&
        error instanceof TypeError &&
        error.cause instanceof Error &&
        error.cause.message === "bad port"
      ) {
        return new SourceError(
          "address",
          `The port of ${host} is reserved for something else than HTTP. Check the address.`,
          detail,
        );
      }
      // `fetch` makes a failure without words of a 407, as its standard wants.
      if (code === "" && error instanceof TypeError && error.cause instanceof Error && error.cause.message === "") {
        return new SourceError(
          "proxy",
          `A proxy between this server and ${host} asks for a sign-in. The operator has to open the way.`,
          detail,
        );
      }
      // The library asserts what its parser has let through.
      return isParserError(error) || code === "ERR_TOO_MANY_INTERIM" || code === "ERR_ASSERTION"
        ? new SourceError("bad_answer", `${host} does not answer in HTTP. Check the port.`, detail)
        : error;
  }
}

const isParserError = (error: unknown): boolean =>
  error instanceof Error && (error.name === "HTTPParserError" || isParserError(error.cause));
