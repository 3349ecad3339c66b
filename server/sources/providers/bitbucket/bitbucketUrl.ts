import { SourceError } from "../../SourceError.ts";
import { encodePath, hostAndPort, pathParts, readWebAddress } from "../../egress/webAddress.ts";
import { message } from "../../../messages/messages.ts";

/** A repository on Bitbucket Cloud or on a host that answers like it. */
export interface BitbucketUrl {
  readonly host: string;
  /** Root of the API, without a slash at the end. */
  readonly api: string;
  readonly workspace: string;
  readonly slug: string;
}

const FORM = message("address.bitbucket");
const INSIDE = new Set([
  "src",
  "commits",
  "branches",
  "pull-requests",
  "pipelines",
  "downloads",
  "wiki",
  "admin",
  "issues",
]);

/**
 * Reads the address of a repository. The API of bitbucket.org is at `https://api.bitbucket.org/2.0`, that of any other host at `/2.0`.
 * @throws SourceError `address`
 */
export function readBitbucketUrl(text: string): BitbucketUrl {
  const url = readWebAddress(text, FORM);
  const { host } = hostAndPort(url);
  const isBitbucket = host === "bitbucket.org" || host === "www.bitbucket.org" || host === "api.bitbucket.org";
  let parts = pathParts(url, FORM);
  let prefix: string[] = [];
  const api = parts.findIndex((part, index) => part === "2.0" && parts[index + 1] === "repositories");
  if (api >= 0) {
    prefix = parts.slice(0, api);
    parts = parts.slice(api + 2);
  } else {
    const inside = parts.findIndex((part, index) => index >= 2 && INSIDE.has(part));
    parts = inside < 0 ? parts : parts.slice(0, inside);
    if (!isBitbucket) {
      prefix = parts.slice(0, -2);
      parts = parts.slice(-2);
    }
  }
  const [workspace, last] = parts;
  const slug = last?.replace(/\.git$/, "");
  if (!workspace || !slug || ![workspace, slug].every((part) => /^(?:[\w.-]{1,100}|\{[0-9a-f-]{36}\})$/i.test(part))) {
    throw new SourceError("address", FORM);
  }
  return {
    workspace,
    slug,
    host: isBitbucket ? "bitbucket.org" : url.host,
    api: isBitbucket ? "https://api.bitbucket.org/2.0" : `${url.origin}${encodePath(prefix)}/2.0`,
  };
}
