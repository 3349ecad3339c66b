/** Decides whether two addresses mean the same repository, tracker or page. Hosts write one address in several ways. */

export interface SourceLocation {
  /** With the port, where one is written. */
  readonly host: string;
  readonly hostname: string;
  /** Lower case, without a slash at the end and without `.git`. */
  readonly path: string;
}

/** @param url of a page, `ssh://…`, or `git@host:owner/name.git`, the short form of git */
export function locationOf(url: string): SourceLocation {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const [, name = "", at = ""] = parsed ? [] : (/^(?:[^/@\s]+@)?([^/:\s]+):(?!\/\/)(.+)$/.exec(url) ?? []);
  const hostname = (parsed?.hostname ?? name).toLowerCase().replace(/^www\./, "");
  const port = parsed?.port ? `:${parsed.port}` : "";
  const path = parsed?.pathname ?? (at === "" ? url : `/${at}`);
  return {
    host: `${hostname}${port}`,
    hostname,
    path: withoutPages(
      path
        .replace(/\/+$/, "")
        .replace(/\.git$/, "")
        .toLowerCase(),
    ),
  };
}

/** At Bitbucket Data Center the page of a repository has another path than its addresses for git: `/key/slug`, of a user `/~name/slug`. */
const withoutPages = (path: string): string =>
  path.replace(
    /^(.*)\/(projects\/|users\/)([^/]+)\/repos\/([^/]+)$/,
    (_, context: string, kind: string, owner: string, slug: string) =>
      `${context}/${kind === "users/" ? "~" : ""}${owner}/${slug}`,
  );

/** Whether two addresses are of one host, port included, and one path there: a repository and the tracker of its issues. */
export const isSameAtHost = (first: SourceLocation, second: SourceLocation): boolean =>
  first.host === second.host && first.path === second.path;

/** Ports are not compared: that of ssh differs from that of the pages. */
export const isSameLocation = (first: SourceLocation, second: SourceLocation): boolean =>
  first.hostname === second.hostname && first.path === second.path;

/** Equal for the addresses of one page: without scheme, `www.`, query, fragment and final slash. */
export const pageKey = (url: string): string =>
  url
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .replace(/^https?:\/\/(?:www\.)?/i, "")
    .toLowerCase();

/**
 * Whether one of several addresses means the same repository or group as another. Ports of two web addresses are compared, since two hosts
 * may share a machine; that of ssh differs from that of the pages. Folders of this machine are compared by their exact paths.
 */
export function knownLocations(urls: Iterable<string>): (url: string) => boolean {
  const addresses = new Set<string>();
  for (const url of urls) addresses.add(isWeb(url) ? webKey(url) : isFolder(url) ? url : anyPortKey(url));
  return (url) =>
    isFolder(url) ? addresses.has(url) : (isWeb(url) && addresses.has(webKey(url))) || addresses.has(anyPortKey(url));
}

const isWeb = (url: string): boolean => /^https?:/i.test(url);
const isFolder = (url: string): boolean => url.startsWith("/");

const webKey = (url: string): string => {
  const { host, path } = locationOf(url);
  return `web ${host} ${path}`;
};

const anyPortKey = (url: string): string => {
  const { hostname, path } = locationOf(url);
  return `ssh ${hostname} ${path}`;
};
