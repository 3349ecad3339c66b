import { realpath } from "node:fs/promises";
import { isIP } from "node:net";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { RepositoryPathError, resolveInside } from "../../git/localRepository.ts";
import { SourceError } from "../SourceError.ts";
import type { Egress } from "../egress/egress.ts";
import { hostAndPort } from "../egress/webAddress.ts";
import { checkLocalSource } from "./localSource.ts";
import { message } from "../../messages/messages.ts";

/** Where a repository is, in the three forms that are allowed. Everything else (ext::, fd::, git://, remote helpers) has no form here. */
export type GitAddress =
  | { readonly kind: "web"; readonly url: URL; readonly host: string; readonly port: number }
  | { readonly kind: "ssh"; readonly user: string; readonly host: string; readonly port: number; readonly path: string }
  | {
      readonly kind: "path";
      readonly path: string;
      /** Real folders that all parts of the repository must be in. */
      readonly allowed: readonly string[];
    };

export interface GitAddressRules {
  readonly egress: Pick<Egress, "check">;
  /** Absolute folders whose repositories may be linked by a path. */
  readonly allowedPaths: readonly string[];
}

const FORMS = message("address.git");
/** `user@host:path`, git's short form of ssh. A drive letter is no host, and `//` would be a URL. */
const SHORT_SSH = /^(?:(?<user>[^@:/\s]+)@)?(?<host>[^@:/\s]{2,}):(?!\/\/)(?<path>.+)$/;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
/** Host names in private networks may contain an underscore. */
const WEB_NAME = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i;
const USER_NAME = /^[a-z0-9_][a-z0-9_.+-]*$/i;
// A control character would end a line of git's configuration.
// eslint-disable-next-line no-control-regex -- it is control characters that are looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Reads what a user typed as the address of a repository. Touches the file system for paths, never the network.
 * @throws SourceError `address`, `protocol`, `private_network`, `path_not_allowed` or `not_found`
 */
export async function readGitAddress(text: string, rules: GitAddressRules): Promise<GitAddress> {
  const typed = text.trim();
  if (typed === "" || CONTROL.test(typed)) throw new SourceError("address", FORMS);
  if (isAbsolute(typed)) return localPath(typed, rules.allowedPaths);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return readUrl(typed, rules);
  const short = SHORT_SSH.exec(typed)?.groups;
  if (short && !typed.includes("::")) return ssh(short["user"] ?? "git", short["host"] ?? "", 22, short["path"] ?? "");
  throw new SourceError("address", FORMS);
}

function readUrl(typed: string, rules: GitAddressRules): GitAddress | Promise<GitAddress> {
  if (!URL.canParse(typed)) throw new SourceError("address", FORMS);
  const url = new URL(typed);
  switch (url.protocol) {
    case "https:":
    case "http:":
      rules.egress.check(url);
      decode(url.pathname);
      // A name that begins with `-` or `+` has a meaning of its own in `http.curloptResolve`.
      if (isIP(hostAndPort(url).host) === 0 && !WEB_NAME.test(hostAndPort(url).host)) {
        throw new SourceError("address", FORMS);
      }
      if (url.pathname === "/") throw new SourceError("address", message("address.no_repository"));
      url.hash = "";
      url.search = "";
      return { kind: "web", url, ...hostAndPort(url) };
    case "ssh:":
      if (url.password !== "") {
        throw new SourceError("address", message("address.ssh_password"));
      }
      return ssh(
        decode(url.username) || "git",
        url.hostname.replace(/^\[|\]$/g, ""),
        Number(url.port || 22),
        decode(url.pathname),
      );
    case "file:":
      if (url.hostname !== "" || /%2f|%5c/i.test(url.pathname)) throw new SourceError("address", FORMS);
      decode(url.pathname);
      return localPath(fileURLToPath(url), rules.allowedPaths);
    default:
      throw new SourceError("protocol", message("address.git_scheme", { scheme: url.protocol, forms: FORMS }));
  }
}

/** Decodes percent-encoding. SourceError `address` for invalid UTF-8 and for control characters. */
function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch (error) {
    throw new SourceError("address", FORMS, { cause: error });
  }
  if (CONTROL.test(decoded)) throw new SourceError("address", FORMS);
  return decoded;
}

function ssh(user: string, host: string, port: number, path: string): GitAddress {
  const isHost = HOST_NAME.test(host) || /^[0-9a-f:.]+$/i.test(host);
  if (!isHost || !USER_NAME.test(user) || path.replace(/^\//, "") === "" || path.startsWith("-")) {
    throw new SourceError("address", FORMS);
  }
  return { kind: "ssh", user, host: host.toLowerCase().replace(/\.$/, ""), port, path };
}

/** The folder and everything that its repository names must be in the allowed folders, after all links have been resolved. */
async function localPath(typed: string, allowedPaths: readonly string[]): Promise<GitAddress> {
  const folders = await Promise.all(allowedPaths.map((folder) => realpath(folder).catch(() => null)));
  const allowed = folders.filter((folder) => folder !== null);
  let path: string;
  try {
    path = await resolveInside(typed, allowed, "its folder");
  } catch (error) {
    if (error instanceof RepositoryPathError && error.reason === "missing")
      throw new SourceError("not_found", message("path.nothing"), { cause: error });
    // Nothing is revealed about what exists outside the allowed folders.
    throw new SourceError("path_not_allowed", message("path.not_allowed"), { cause: error });
  }
  const address = { kind: "path", path, allowed } as const;
  await checkLocalSource(address);
  return address;
}

/** IPv6 addresses are in brackets, so that their last group is not read as a port. */
export const hostInUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The URL as git accepts it. It includes the port even when it is the default one. */
export function gitUrl(address: GitAddress): string {
  switch (address.kind) {
    case "web":
      return address.url.href;
    case "path":
      return address.path;
    case "ssh": {
      // In the short form a path is relative to the home folder, which a URL writes as /~/.
      const path = address.path.startsWith("/") ? address.path : `/${address.path}`;
      return `ssh://${address.user}@${hostInUrl(address.host)}:${address.port}${path}`;
    }
  }
}

/** One spelling for one repository, so that it cannot be linked to a project twice. */
export function canonicalUrl(address: GitAddress): string {
  switch (address.kind) {
    case "web":
      return address.url.href.replace(/\/+$/, "");
    case "path":
      return address.path;
    case "ssh": {
      const port = address.port === 22 ? "" : `:${address.port}`;
      return `ssh://${address.user}@${hostInUrl(address.host)}${port}/${address.path.replace(/^\//, "")}`;
    }
  }
}

/** The display name: `owner/name` on a host, the folder's name for a path. */
export function repositoryName(address: GitAddress): string {
  const path = address.kind === "web" ? decodeURIComponent(address.url.pathname) : address.path;
  const parts = path
    .replace(/\/+$/, "")
    .replace(/(?:\/?\.git)$/, "")
    .split(/[/\\]/)
    .filter(Boolean);
  return (address.kind === "path" ? parts.slice(-1) : parts.slice(-2)).join("/") || "repository";
}
