/** Where a browser may be sent with a code: https, the loopback interface, or the private scheme of a program (RFC 8252). */
import type { RedirectTarget } from "../../../../contract/access/mcpClients.ts";
import { OauthError } from "./OauthError.ts";

export const MAX_REDIRECT_URIS = 10;
const MAX_URI_LENGTH = 1000;

/** Any program of the machine may listen there, so the port is not a part of the comparison (RFC 8252, 7.3). */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** RFC 8252, 7.1: a private scheme is a reversed domain name. A scheme with a dot is none that a browser interprets. */
const REVERSED_DOMAIN = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
/** Editors whose scheme is older than that rule. */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set([
  "cursor:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "windsurf:",
  "zed:",
]);

/** What is returned with a code, so that a registered address cannot bring its own. */
const ANSWER_PARAMETERS = ["code", "state", "iss", "error", "error_description"];

/** @returns the kind of an address, or undefined for one that no browser is sent to */
export function redirectTarget(uri: string): RedirectTarget | undefined {
  // No browser's reading of spaces, controls, backslashes or a wildcard may differ from ours.
  if (uri.length > MAX_URI_LENGTH || !/^[!-~]+$/.test(uri) || /[\\*#"<>^`{|}]/.test(uri)) return undefined;
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, host, username, password, searchParams } = new URL(uri);
  if (username !== "" || password !== "") return undefined;
  if (ANSWER_PARAMETERS.some((name) => searchParams.has(name))) return undefined;
  // `https:example.org` is one address for a browser and another for a comparison of texts.
  const hasAuthority = /^[a-z]+:\/\/[^/]/i.test(uri);
  if (protocol === "https:") return hasAuthority ? { kind: "web", name: host } : undefined;
  if (protocol === "http:")
    return hasAuthority && LOOPBACK_HOSTS.has(hostname) ? { kind: "loopback", name: host } : undefined;
  if (REVERSED_DOMAIN.test(protocol) || EDITOR_SCHEMES.has(protocol))
    return { kind: "app", name: protocol.slice(0, -1) };
  return undefined;
}

/** @throws OauthError for an address that no browser is sent to, and for none or too many */
export function requireRedirectUris(uris: readonly string[]): void {
  if (uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    throw new OauthError("invalid_redirect_uri", `Name 1 to ${MAX_REDIRECT_URIS} redirect URIs.`);
  if (uris.some((uri) => redirectTarget(uri) === undefined))
    throw new OauthError(
      "invalid_redirect_uri",
      "A redirect URI is https, http on the loopback interface, or a private-use scheme by RFC 8252, without a fragment, a wildcard or a user name.",
    );
}

/** The same characters; of an address on the loopback interface the port may be another one. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const target = redirectTarget(uri);
  if (!target) return false;
  if (registered.includes(uri)) return true;
  return (
    target.kind === "loopback" &&
    registered.some((other) => redirectTarget(other)?.kind === "loopback" && withoutPort(other) === withoutPort(uri))
  );
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}

/** The address with the parameters of an answer. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
