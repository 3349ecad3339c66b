/** Addresses of a repository's pages at its host. */
import { encodePath } from "../../contract/addresses/fileAddress.ts";
import type { PageRules } from "./connector/ProviderRules.ts";
import { otherHostOf, providerRulesOf } from "./providers/rulesRegistry.ts";

/** A source as far as its pages at the host go. */
export interface HostedSource {
  readonly provider: string;
  readonly url: string;
}

interface HostPage {
  readonly base: string;
  /** What the pages of accounts are below. */
  readonly root: string;
  readonly rules: PageRules;
}

function pageOf({ provider, url }: HostedSource): HostPage | null {
  const other = otherHostOf(provider, url);
  if (other) return { base: other.page, root: other.root, rules: other.pages };
  const rules = providerRulesOf(provider).pages;
  if (!rules || !/^https?:\/\//.test(url)) return null;
  const page = new URL(url);
  page.username = "";
  page.password = "";
  return { base: page.href.replace(/(?:\.git)?\/*$/, ""), root: page.origin, rules };
}

/** A page at a revision. @param path "" for the root of the repository */
function pathUrl({ base, rules }: HostPage, folder: string, revision: string, path: string): string {
  const inside = path === "" ? [] : [encodePath(path)];
  return rules.revision === undefined
    ? [base, folder, revision, ...inside].join("/")
    : `${[base, folder, ...inside].join("/")}?${rules.revision}=${encodeURIComponent(fullName(revision))}`;
}

/** A branch by its full name, since a tag may have the same short one. */
const fullName = (revision: string): string =>
  /^(?:[0-9a-f]{7,64}|HEAD|refs\/.*)$/.test(revision) ? revision : `refs/heads/${revision}`;

/** The repository's page at its host; null for one without such a page. */
export const hostUrl = (source: HostedSource): string | null => pageOf(source)?.base ?? null;

/** The page of a folder at a revision, `path` "" for the root; null for a host without a known form of it. */
export function treeUrl(source: HostedSource, revision: string, path: string): string | null {
  const page = pageOf(source);
  return page && pathUrl(page, page.rules.folder, revision, path);
}

/** The address of the commit's page; null for a host without a known form of it. */
export function commitUrl(source: HostedSource, hash: string): string | null {
  const page = pageOf(source);
  return page && `${page.base}/${page.rules.commit}/${hash}`;
}

/** The page of an account; null for a host that has none for a login, such as Bitbucket Cloud. */
export function profileUrl(source: HostedSource, login: string): string | null {
  const page = pageOf(source);
  if (page?.rules.profiles === undefined || login === "") return null;
  return [page.root, page.rules.profiles, encodeURIComponent(login)].filter((part) => part !== "").join("/");
}

/** The file's page at a commit, at a line if one is given. */
export function fileUrl(source: HostedSource, revision: string, path: string, line?: number): string | null {
  const page = pageOf(source);
  if (!page) return null;
  return `${pathUrl(page, page.rules.file, revision, path)}${line === undefined ? "" : `${page.rules.line}${line}`}`;
}
