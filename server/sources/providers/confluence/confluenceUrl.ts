import { SourceError } from "../../SourceError.ts";
import { encodePath, hostAndPort, pathParts, readWebAddress } from "../../egress/webAddress.ts";
import { message } from "../../../messages/messages.ts";

/** A Confluence space, or all spaces of a site when none is named. */
export interface ConfluenceUrl {
  readonly host: string;
  /** Root of the pages in Confluence Cloud, without a slash at the end: `https://example.atlassian.net/wiki`. */
  readonly site: string;
  /** Root of the API (v2) of Confluence Cloud, without a slash at the end. */
  readonly api: string;
  /** Roots that a Confluence Data Center of this address may have, the most probable first. */
  readonly roots: readonly string[];
  readonly space: string | null;
  /** The number of a page whose space the address does not name. */
  readonly pageId: string | null;
  readonly page: URL;
}

const FORM = message("address.confluence");
/** Where the path of a page begins, below `/wiki` or the context path. */
const SPACE_PLACES = new Set(["spaces", "display", "space"]);
const PLACES = new Set([...SPACE_PLACES, "pages", "x", "rest", "plugins"]);

/**
 * Reads the address of a space or of a page in it. The API of the cloud is at `/wiki/api/v2` of the site, also behind a prefix such as
 * `https://api.atlassian.com/ex/confluence/{cloudId}`; that of a Data Center is below its context path.
 * @throws SourceError `address`
 */
export function readConfluenceUrl(text: string): ConfluenceUrl {
  const url = readWebAddress(text, FORM);
  const { host } = hostAndPort(url);
  const parts = pathParts(url, FORM);
  const isAtlassian = host === "api.atlassian.com" || host.endsWith(".atlassian.net");
  if (host === "api.atlassian.com" && parts.length < 3) throw new SourceError("address", FORM);
  const wiki = parts.indexOf("wiki");
  const position = parts.findIndex(
    (part) => (isAtlassian ? SPACE_PLACES : PLACES).has(part) || part.endsWith(".action"),
  );
  const end = wiki >= 0 && (position < 0 || wiki < position) ? wiki : position >= 0 ? position : parts.length;
  const hasWiki = parts[end] === "wiki";
  const prefix = `${url.origin}${encodePath(parts.slice(0, end))}`;
  const site = `${prefix}/wiki`;
  const key = spaceKey(parts.slice(Math.max(position, 0)), url.searchParams);
  const pageId = key === null ? pageIdOf(parts.slice(Math.max(position, 0)), url.searchParams) : null;
  // An address of the cloud always has `/wiki`.
  const root = hasWiki || isAtlassian ? site : prefix;
  return {
    host: url.host,
    site,
    api: `${site}/api/v2`,
    roots: isAtlassian ? [] : hasWiki ? [site, prefix] : [prefix],
    space: key,
    pageId: isAtlassian ? null : pageId,
    page: new URL(pageOf(root, root === site ? "spaces" : "display", { key, pageId: isAtlassian ? null : pageId })),
  };
}

/** `spaces/ABC/…`, `display/ABC/Title`, `pages/viewpage.action?spaceKey=ABC&title=…`, `spaces/viewspace.action?key=ABC` */
function spaceKey([place = "", name = ""]: readonly string[], parameters: URLSearchParams): string | null {
  const isNamed = SPACE_PLACES.has(place) && name !== "" && !name.endsWith(".action");
  const key = isNamed
    ? name
    : (parameters.get("spaceKey") ?? (name === "viewspace.action" ? parameters.get("key") : null));
  if (key !== null && !/^~?[\w.@:-]{1,255}$/.test(key)) throw new SourceError("address", FORM);
  return key;
}

/** `pages/viewpage.action?pageId=123`, or a short link such as `x/gqK5Dg`. */
function pageIdOf([place, code = ""]: readonly string[], parameters: URLSearchParams): string | null {
  if (place === "x" && /^[\w-]{1,16}$/.test(code)) {
    // The number in bytes, the lowest first, in base64 for addresses.
    const bytes = Buffer.from(code.replaceAll("-", "/").replaceAll("_", "+"), "base64");
    return bytes.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n).toString();
  }
  const id = parameters.get("pageId");
  return id !== null && /^\d{1,20}$/.test(id) ? id : null;
}

function pageOf(
  root: string,
  place: string,
  { key, pageId }: Readonly<Record<"key" | "pageId", string | null>>,
): string {
  if (key !== null) return `${root}/${place}/${encodeURIComponent(key)}`;
  return pageId === null ? root : `${root}/pages/viewpage.action?pageId=${pageId}`;
}
