/** Addresses of a repository's pages at its host. */
import { encodePath } from "../../contract/addresses/fileAddress.ts";
import type { PageRules } from "./connector/ProviderRules.ts";
import { rulesOf } from "./providers/rulesRegistry.ts";

/** A source as far as its pages at the host go. */
export interface HostedSource {
  readonly provider: string;
  readonly url: string;
}

function pageOf({ provider, url }: HostedSource): { readonly base: string; readonly rules: PageRules } | null {
  const rules = rulesOf(provider).pages;
  if (!rules || !/^https?:\/\//.test(url)) return null;
  const page = new URL(url);
  page.username = "";
  page.password = "";
  return { base: page.href.replace(/(?:\.git)?\/*$/, ""), rules };
}

/** The repository's page at its host; null for one without such a page. */
export const hostUrl = (source: HostedSource): string | null => pageOf(source)?.base ?? null;

/** The page of a folder at a revision, `path` "" for the root; null for a host without a known form of it. */
export function treeUrl(source: HostedSource, revision: string, path: string): string | null {
  const page = pageOf(source);
  if (!page) return null;
  return [page.base, page.rules.folder, revision, ...(path === "" ? [] : [encodePath(path)])].join("/");
}

/** The address of the commit's page; null for a host without a known form of it. */
export function commitUrl(source: HostedSource, hash: string): string | null {
  const page = pageOf(source);
  return page && `${page.base}/${page.rules.commit}/${hash}`;
}

/** The page of an account; null for a host that has none for a login, such as Bitbucket. */
export function profileUrl(source: HostedSource, login: string): string | null {
  const page = pageOf(source);
  if (!page?.rules.hasProfiles || login === "") return null;
  return `${new URL(page.base).origin}/${encodeURIComponent(login)}`;
}

/** The file's page at a commit, at a line if one is given. */
export function fileUrl(source: HostedSource, revision: string, path: string, line?: number): string | null {
  const page = pageOf(source);
  if (!page) return null;
  const fragment = line === undefined ? "" : `${page.rules.line}${line}`;
  return `${page.base}/${page.rules.file}/${revision}/${encodePath(path)}${fragment}`;
}
