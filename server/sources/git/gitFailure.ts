import { SourceError, type SourceErrorCode } from "../SourceError.ts";

/** The host has to be named in most sentences; for a path there is none. */
const RULES: readonly (readonly [RegExp, SourceErrorCode, (where: string) => string])[] = [
  [/could not resolve host/i, "dns", (where) => `There is no host called ${where}. Check the spelling.`],
  [
    /ssl certificate|certificate verif|gnutls|ssl connect|tls connect|ssl_connect|tls packet|server certificate/i,
    "tls",
    (where) => `The certificate of ${where} cannot be trusted. Its operator has to repair it.`,
  ],
  [
    /host key verification failed/i,
    "host_key",
    (where) =>
      `The ssh key of ${where} is not the one known from before. If the host was rebuilt, the operator has to remove the old key.`,
  ],
  [
    /permission denied \(|no supported authentication/i,
    "unauthorized",
    (where) => `${where} refuses the ssh key. Give a private key that may read the repository.`,
  ],
  [
    /returned error: 401|authentication failed|could not read username|terminal prompts disabled|invalid credentials/i,
    "unauthorized",
    (where) =>
      `${where} asks for a credential or refuses the one given. Give a valid token that may read the repository.`,
  ],
  [
    /returned error: 403|access denied|you do not have (?:access|permission)/i,
    "forbidden",
    (where) =>
      `The credential is valid for ${where}, but may not read this repository. Give it the scope to read code.`,
  ],
  [
    /returned error: 429/i,
    "rate_limited",
    (where) => `${where} asks for patience: too many requests. It is tried again later.`,
  ],
  [/returned error: 410/i, "gone", (where) => `${where} says that the repository is gone for good.`],
  [/returned error: 5\d\d/i, "host_failure", (where) => `${where} has trouble of its own. Try again later.`],
  [
    /unable to update url base from redirection|returned error: 30\d|redirect/i,
    "redirect",
    (where) => `${where} sends this address on to another one. Give the address that it redirects to.`,
  ],
  [
    /not valid: is this a git repository|does not appear to be a git repository|not a git repository|invalid gitfile|invalid index-pack|invalid server response|bad line length|not a valid ref|info\/refs not found/i,
    "not_a_repository",
    (where) => `There is no git repository at that address${where && ` on ${where}`}. Check it.`,
  ],
  [
    /returned error: 404|repository .*not found|not found/i,
    "not_found",
    () => `There is no such repository, or it is private and needs a credential.`,
  ],
  [/returned error: \d\d\d/i, "bad_answer", (where) => `${where} gave an answer that git does not understand.`],
  [
    /connection refused|failed to connect|no route to host|network is unreachable|couldn't connect/i,
    "refused",
    (where) => `${where} does not accept connections. It may be down, or the port may be wrong.`,
  ],
  [/timed out|operation too slow|timeout/i, "timeout", (where) => `${where} did not answer in time. Try again later.`],
  [
    /no space left|disk quota|file too large/i,
    "disk_full",
    () => `The server's disk is full. The operator has to make room.`,
  ],
  [
    /hasDot(?:git|dot)?\b|contains '?\.(?:\.|git)'?/i,
    "damaged",
    () =>
      `The repository holds paths that would write into git’s own folder or out of it. It is not copied: have them removed from its history.`,
  ],
  [
    /fsck|bad object|missing (?:blob|tree|commit)|corrupt|loose object|unable to read (?:tree|sha1)|packfile|could not read [0-9a-f]{40}|did not send all necessary objects|pack has \d+ unresolved|inflate|bad tree/i,
    "damaged",
    () => `The repository is damaged: git could not read all of it. Have it checked with git fsck where it lives.`,
  ],
  [
    /early eof|hung up|curl (?:18|52|55|56|92)|connection reset|unexpected disconnect|rpc failed|closed by remote|broken pipe|empty reply|transfer closed/i,
    "cut",
    (where) => `${where} cut the connection. It is tried again later.`,
  ],
];

/**
 * What git's stderr means. git is run in the C locale, so the words are the ones of its source.
 * @param stderr what it wrote to its error stream
 * @param where the host, or "" for a path
 */
export function gitFailure(stderr: string, where: string): SourceError {
  for (const [pattern, code, sentence] of RULES) {
    if (pattern.test(stderr))
      return new SourceError(code, sentence(where || "The folder"), { cause: new Error(lastLine(stderr)) });
  }
  return new SourceError("bad_answer", `git could not read the repository: ${lastLine(stderr) || "it gave no reason"}`);
}

/** The line that says most, without addresses: one could hold what a redirect put into it. */
function lastLine(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => /^(?:fatal|error|remote):/.test(line));
  return (lines.at(-1) ?? "").replaceAll(/\b[a-z+]+:\/\/\S+/gi, "the address").slice(0, 300);
}
