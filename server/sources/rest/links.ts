import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";

/**
 * The URL of a relation in a Link header (RFC 8288): parameters may be in any order, with or without quotes, and the URL may be relative to
 * the requested one.
 */
export function linkTo(relation: string, header: unknown, base: string): string | null {
  if (typeof header !== "string") return null;
  for (const [, target = "", parameters = ""] of header.matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]*))*)/g,
  )) {
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/i.exec(parameters) ?? [];
    const names = (quoted ?? plain ?? "").toLowerCase().split(/\s+/);
    if (names.includes(relation) && URL.canParse(target, base)) return new URL(target, base).href;
  }
  return null;
}

/**
 * A host's link, mapped to the origin at which we talk to it; null when it leads elsewhere. Behind a proxy, hosts often do not know their
 * public name, scheme or folder, so the part below the API's root is resolved against the known root. The result is always on `root`'s
 * origin, so a credential is never sent elsewhere.
 */
export function onOrigin(link: string, root: string): string | null {
  if (!URL.canParse(link)) return null;
  const target = new URL(link);
  const rootUrl = new URL(root);
  if (target.origin === rootUrl.origin) return target.href;
  if (target.protocol !== "http:" && target.protocol !== "https:") return null;
  const isSame =
    (isLoopbackHost(target.hostname) && isLoopbackHost(rootUrl.hostname) && target.port === rootUrl.port) ||
    (target.hostname === rootUrl.hostname && target.port === "" && rootUrl.port === "");
  if (isSame) return `${rootUrl.origin}${target.pathname}${target.search}`;
  const rest = belowApi(target.pathname, rootUrl.pathname);
  return rest === null ? null : `${rootUrl.origin}${rootUrl.pathname.replace(/\/+$/, "")}${rest}${target.search}`;
}

/**
 * The part of a path below an API's root, when the path is below a root of the same form: `/api/v4/projects` below `/gitlab/api/v4` gives
 * `/projects`. Null for any other path, and when the root has no API suffix, so the API cannot be identified.
 */
function belowApi(path: string, root: string): string | null {
  const api = /\/(?:api\/v\d+|rest\/api\/\d+|wiki\/api\/v\d+|2\.0)$/.exec(root.replace(/\/+$/, ""))?.[0];
  if (api === undefined) return null;
  const at = path.indexOf(`${api}/`);
  return at < 0 ? null : path.slice(at + api.length);
}
