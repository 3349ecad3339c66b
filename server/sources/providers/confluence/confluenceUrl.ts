import { SourceError } from "../../SourceError.ts";
import { encodePath, hostAndPort, pathParts, readWebAddress } from "../../egress/webAddress.ts";
import { message } from "../../../messages/messages.ts";

/** A Confluence space, or all spaces of a site when none is named. */
export interface ConfluenceUrl {
  readonly host: string;
  /** Root of the wiki's pages, without a slash at the end: `https://example.atlassian.net/wiki`. */
  readonly site: string;
  /** Root of the API (v2), without a slash at the end. */
  readonly api: string;
  readonly space: string | null;
  readonly page: URL;
}

const FORM = message("address.confluence");

/**
 * Reads the address of a space or of a page in it. The API is at `/wiki/api/v2` of the site, also behind a prefix such as
 * `https://api.atlassian.com/ex/confluence/{cloudId}`.
 * @throws SourceError `address`
 */
export function readConfluenceUrl(text: string): ConfluenceUrl {
  const url = readWebAddress(text, FORM);
  const { host } = hostAndPort(url);
  const parts = pathParts(url, FORM);
  if (host === "api.atlassian.com" && parts.length < 3) throw new SourceError("address", FORM);
  const wiki = parts.indexOf("wiki");
  const place = parts.findIndex((part) => part === "spaces" || part === "display" || part === "space");
  const end = wiki >= 0 ? wiki : place >= 0 ? place : parts.length;
  const site = `${url.origin}${encodePath(parts.slice(0, end))}/wiki`;
  const key = place >= 0 ? (parts[place + 1] ?? null) : null;
  if (key !== null && !/^~?[\w.@:-]{1,255}$/.test(key)) throw new SourceError("address", FORM);
  return {
    host: url.host,
    site,
    api: `${site}/api/v2`,
    space: key,
    page: new URL(key === null ? site : `${site}/spaces/${encodeURIComponent(key)}`),
  };
}
