import { encodePath } from "../../../contract/fileAddress.ts";

/** A source as far as its pages at the host go. */
export interface HostedSource {
  readonly provider: string;
  readonly url: string;
}

/** Segments before a commit and a file in the addresses of each host. */
const HOSTS: Readonly<Record<string, { commit: string; file: string; lines: (from: number, to: number) => string }>> = {
  github: { commit: "commit", file: "blob", lines: (from, to) => `#L${from}${to > from ? `-L${to}` : ""}` },
  gitlab: { commit: "-/commit", file: "-/blob", lines: (from, to) => `#L${from}${to > from ? `-${to}` : ""}` },
  bitbucket: { commit: "commits", file: "src", lines: (from, to) => `#lines-${from}${to > from ? `:${to}` : ""}` },
};

function pageOf({ provider, url }: HostedSource): { base: string; host: (typeof HOSTS)[string] } | null {
  const host = HOSTS[provider];
  if (!host || !/^https?:\/\//.test(url)) return null;
  const page = new URL(url);
  page.username = "";
  page.password = "";
  return { base: page.href.replace(/(?:\.git)?\/*$/, ""), host };
}

/** The repository's page at its host; null for one without such a page. */
export const hostUrl = (source: HostedSource): string | null => pageOf(source)?.base ?? null;

/** The page of a folder or a file at a revision. */
export function treeUrl(source: HostedSource, revision: string, path: string): string | null {
  const page = pageOf(source);
  if (!page) return null;
  const folder = page.host.file === "src" ? "src" : page.host.file.replace("blob", "tree");
  return [page.base, folder, revision, ...(path === "" ? [] : [encodePath(path)])].join("/");
}

/** The address of the commit's page; null for a host without a known form of it. */
export function commitUrl(source: HostedSource, hash: string): string | null {
  const page = pageOf(source);
  return page && `${page.base}/${page.host.commit}/${hash}`;
}

/** The page of an account; null for a host that has none for a login, such as Bitbucket. */
export function profileUrl(source: HostedSource, login: string): string | null {
  if (source.provider !== "github" && source.provider !== "gitlab") return null;
  const page = pageOf(source);
  return page && login !== "" ? `${new URL(page.base).origin}/${encodeURIComponent(login)}` : null;
}

/** The file's page at a commit, at a line if one is given. */
export function fileUrl(source: HostedSource, revision: string, path: string, line?: number): string | null {
  const page = pageOf(source);
  if (!page) return null;
  return `${page.base}/${page.host.file}/${revision}/${encodePath(path)}${line === undefined ? "" : page.host.lines(line, line)}`;
}
