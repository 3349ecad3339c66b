/**
 * The address behind a relation of a Link header (RFC 8288): its parameters may stand in any order, with or without quotes, and the
 * address may be relative to the one that was asked.
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
 * A link that a host gave, on the origin at which we talk to it; null where it leads somewhere else. Behind a proxy hosts often do not
 * know the scheme under which they are asked, and one on this machine has several names: such links mean the same host. Whatever comes
 * back is on `root`'s origin, so a credential never goes elsewhere.
 */
export function onOrigin(link: string, root: string): string | null {
  if (!URL.canParse(link)) return null;
  const given = new URL(link);
  const own = new URL(root);
  if (given.origin === own.origin) return given.href;
  const isSame =
    (given.protocol === "http:" || given.protocol === "https:") &&
    ((isLoopback(given.hostname) && isLoopback(own.hostname) && given.port === own.port) ||
      (given.hostname === own.hostname && given.port === "" && own.port === ""));
  return isSame ? `${own.origin}${given.pathname}${given.search}` : null;
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(?:\.\d+){3}$/.test(host);
