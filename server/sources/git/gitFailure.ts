import { SourceError, type SourceErrorCode } from "../SourceError.ts";
import { type Message, message } from "../../messages/messages.ts";

/** The host has to be named in most sentences; for a path there is none. */
const RULES: readonly (readonly [RegExp, SourceErrorCode, (where: string | Message) => Message])[] = [
  [/could not resolve host/i, "dns", (where) => message("host.unknown", { host: where })],
  [
    /ssl certificate|certificate verif|gnutls|ssl connect|tls connect|ssl_connect|tls packet|server certificate/i,
    "tls",
    (where) => message("host.certificate", { host: where }),
  ],
  [/host key verification failed/i, "host_key", (where) => message("host.ssh_key_changed", { host: where })],
  [
    /permission denied \(|no supported authentication/i,
    "unauthorized",
    (where) => message("host.ssh_key_refused", { host: where }),
  ],
  [
    /returned error: 401|authentication failed|could not read username|terminal prompts disabled|invalid credentials/i,
    "unauthorized",
    (where) => message("host.credential_refused", { host: where }),
  ],
  [
    /returned error: 403|access denied|you do not have (?:access|permission)/i,
    "forbidden",
    (where) => message("source.credential_scope", { host: where }),
  ],
  [/returned error: 429/i, "rate_limited", (where) => message("host.too_many_requests", { host: where })],
  [/returned error: 410/i, "gone", (where) => message("repository.gone", { host: where })],
  [/returned error: 5\d\d/i, "host_failure", (where) => message("host.failure", { host: where })],
  [
    /unable to update url base from redirection|returned error: 30\d|redirect/i,
    "redirect",
    (where) => message("host.redirect_address", { host: where }),
  ],
  [
    /not valid: is this a git repository|does not appear to be a git repository|not a git repository|invalid gitfile|invalid server response|bad line length|not a valid ref|info\/refs not found/i,
    "not_a_repository",
    (where) =>
      typeof where === "string" ? message("repository.not_found_on", { host: where }) : message("repository.not_found"),
  ],
  [/returned error: 404|repository .*not found|not found/i, "not_found", () => message("repository.not_visible")],
  [/returned error: \d\d\d/i, "bad_answer", (where) => message("host.not_git", { host: where })],
  [
    /connection refused|failed to connect|no route to host|network is unreachable|couldn't connect/i,
    "refused",
    (where) => message("host.refused", { host: where }),
  ],
  [/timed out|operation too slow|timeout/i, "timeout", (where) => message("host.timeout", { host: where })],
  [/no space left|disk quota|file too large/i, "disk_full", () => message("server.disk_full")],
  [/hasDot(?:git|dot)?\b|contains '?\.(?:\.|git)'?/i, "damaged", () => message("repository.hostile_paths")],
  [
    /fsck|bad object|missing (?:blob|tree|commit)|corrupt|loose object|unable to read (?:tree|sha1)|packfile|could not read [0-9a-f]{40}|did not send all necessary objects|pack has \d+ unresolved|inflate|bad tree/i,
    "damaged",
    () => message("repository.damaged"),
  ],
  [
    /early eof|hung up|curl (?:18|52|55|56|92)|connection reset|unexpected disconnect|rpc failed|closed by remote|broken pipe|empty reply|transfer closed/i,
    "cut",
    (where) => message("host.cut_retry", { host: where }),
  ],
  // Last: git writes it also after a reason.
  [
    /invalid index-pack/i,
    "not_a_repository",
    (where) =>
      typeof where === "string" ? message("repository.not_found_on", { host: where }) : message("repository.not_found"),
  ],
];

const FOLDER = message("path.folder");

/**
 * The SourceError for git's stderr. git runs in the C locale, so its messages are not translated.
 * @param stderr what it wrote to its error stream
 * @param where the host, or "" for a path
 */
export function gitFailure(stderr: string, where: string): SourceError {
  for (const [pattern, code, sentence] of RULES) {
    if (pattern.test(stderr))
      return new SourceError(code, sentence(where || FOLDER), { cause: new Error(lastLine(stderr)) });
  }
  return new SourceError(
    "bad_answer",
    lastLine(stderr) === "" ? message("git.failed_silently") : message("git.failed", { reason: lastLine(stderr) }),
  );
}

/** The most informative line, without addresses: an address could contain text from a redirect. */
function lastLine(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => /^(?:fatal|error|remote):/.test(line));
  return (lines.at(-1) ?? "").replaceAll(/\b[a-z+]+:\/\/\S+/gi, "the address").slice(0, 300);
}
