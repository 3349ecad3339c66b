import { isLoopbackHost } from "../../../../contract/sources/isLoopbackHost.ts";
import { SourceError } from "../../SourceError.ts";
import { hostAndPort } from "../../egress/webAddress.ts";
import { message } from "../../../messages/messages.ts";

/** A repository on GitHub or on a host that answers like it. */
export interface GithubRepositoryUrl {
  readonly owner: string;
  readonly name: string;
  /** Root of the API, without a slash at the end. */
  readonly api: string;
  /** Where else it may be, when it does not answer there. */
  readonly others: readonly string[];
  /** The display name of the host: `github.com`. */
  readonly host: string;
  /** The repository's page, in one spelling however it was typed. */
  readonly page: URL;
}

const FORM = message("address.github");
/** Pages inside a repository, which are often what is copied from the browser. */
const INSIDE = new Set([
  "issues",
  "pulls",
  "pull",
  "tree",
  "blob",
  "commits",
  "commit",
  "actions",
  "wiki",
  "releases",
  "labels",
  "projects",
]);
const NAME = /^[A-Za-z0-9_.-]{1,100}$/;

/**
 * Reads the address of a repository, or of its API (`…/repos/owner/name`), and returns where the API is:
 * - `github.com/owner/name`: at `https://api.github.com`;
 * - a longer path, `host/some/prefix/owner/name`: at `host/some/prefix` (a self-hosted server behind a prefix, or `/api/v3` written out);
 * - a loopback address, `127.0.0.1:3000/owner/name`: at the same origin;
 * - any other host: at `/api/v3` of the host, where GitHub's own server for companies has it.
 * When a self-hosted server does not answer there, the other of the two addresses is tried.
 * @throws SourceError `address`
 */
export function readGithubUrl(text: string): GithubRepositoryUrl {
  const typed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(withScheme)) throw new SourceError("address", FORM);
  const url = new URL(withScheme);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new SourceError("protocol", FORM);
  if (url.username !== "" || url.password !== "") {
    throw new SourceError("address", message("address.credential"));
  }
  const parts = url.pathname.split("/").filter(Boolean);
  const { host } = hostAndPort(url);
  const isGithub = host === "github.com" || host === "www.github.com" || host === "api.github.com";
  const inside = parts.findIndex((part, index) => index >= 2 && INSIDE.has(part));
  const outside = inside < 0 ? parts : parts.slice(0, inside);
  const repos = outside.length >= 3 && outside.at(-3) === "repos" ? outside.length - 3 : -1;
  const path = repos >= 0 ? outside.toSpliced(repos, 1) : isGithub ? parts.slice(0, 2) : outside;
  const owner = path.at(-2);
  const name = path.at(-1)?.replace(/\.git$/, "");
  if (
    owner === undefined ||
    name === undefined ||
    !NAME.test(owner) ||
    !NAME.test(name) ||
    name === "." ||
    name === ".."
  ) {
    throw new SourceError("address", FORM);
  }
  const prefix = path
    .slice(0, -2)
    .map((part) => `/${part}`)
    .join("");
  const origin = isGithub ? "https://github.com" : url.origin;
  const apiPaths = prefix || repos >= 0 || isLoopbackHost(host) ? [prefix, `${prefix}/api/v3`] : ["/api/v3", ""];
  const [first = "", ...others] = repos >= 0 || prefix.endsWith("/api/v3") ? [prefix] : apiPaths;
  return {
    owner,
    name,
    host: isGithub ? "github.com" : url.host,
    api: isGithub ? "https://api.github.com" : origin + first,
    others: isGithub ? [] : others.map((place) => origin + place),
    page: new URL(`${origin}${prefix}/${owner}/${name}`),
  };
}
