/** Which origins a credential belongs to. An origin is written as URLs write it, and `ssh://host:port` for ssh. */

/**
 * Origins that share their accounts: a credential of one is valid at the others. The first one is shown to users.
 */
const SERVICES: readonly (readonly string[])[] = [
  ["https://github.com", "https://api.github.com", "https://www.github.com"],
  ["https://gitlab.com", "https://www.gitlab.com"],
  ["https://bitbucket.org", "https://api.bitbucket.org", "https://www.bitbucket.org"],
  // OAuth tokens are for this origin alone, never for the site of a customer (`*.atlassian.net`).
  ["https://api.atlassian.com", "https://auth.atlassian.com"],
  ["https://accounts.google.com", "https://oauth2.googleapis.com", "https://www.googleapis.com"],
  ["https://login.microsoftonline.com", "https://graph.microsoft.com"],
];

/** All origins at which a credential of `origin` may be sent. */
export const serviceOf = (origin: string): readonly string[] =>
  SERVICES.find((origins) => origins.includes(origin)) ?? [origin];

/**
 * The origin of a source's address in its stored spelling.
 * @param url `https://…`, `ssh://user@host[:port]/…`, or an absolute path
 * @returns `https://host[:port]`, `ssh://host:port`, or `file://` for a path
 */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return "file://";
  const { protocol, hostname, port, origin } = new URL(url);
  return protocol === "ssh:" ? sshOrigin(hostname.replace(/^\[|\]$/g, ""), port === "" ? 22 : Number(port)) : origin;
}

export const sshOrigin = (host: string, port: number): string =>
  `ssh://${(host.includes(":") ? `[${host}]` : host).toLowerCase()}:${port}`;
