/** Addresses of the web app: of the pages of issues, requests, commits, people, code and documents. */
import { encodePath, fileInAddress } from "../../contract/addresses/fileAddress.ts";
import { repositoryAddress } from "../../contract/addresses/repositoryAddress.ts";
import { addressHash } from "../../contract/code/shortHash.ts";
import type { OpenProject } from "./RequestScope.ts";
import type { SourceRef } from "./namedSources.ts";

const part = encodeURIComponent;

export const issueHref = (project: OpenProject, id: string): string =>
  project.href(`/projects/${part(project.slug)}/issues/${part(id)}`);

/** @param address as the answers name a request */
export const requestHref = (project: OpenProject, address: string): string =>
  project.href(`/projects/${part(project.slug)}/requests/${part(address)}`);

export const commitHref = (project: OpenProject, hash: string): string =>
  project.href(`/projects/${part(project.slug)}/commits/${part(addressHash(hash))}`);

/** @param address as the answers name a person */
export const personHref = (project: OpenProject, address: string): string =>
  project.href(`/projects/${part(project.slug)}/people/${part(address)}`);

/** A tab of the project's page, `/projects/atlas/search?q=…`. */
export const tabHref = (project: OpenProject, tab: string, query: TabQuery = {}): string =>
  project.href(`/projects/${part(project.slug)}/${tab}${queryText(query)}`);

/** Pairs where a name may be repeated. */
type TabQuery = Readonly<Record<string, string>> | [string, string][];

const queryText = (query: TabQuery): string => {
  const text = new URLSearchParams(query).toString();
  return text && `?${text}`;
};

/** A place of code: the id of its repository, a path, and lines from 1. */
export interface CodePlace {
  readonly source: string;
  readonly path: string;
  /** Omitted: the last synced commit. */
  readonly revision?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly lastLine?: number | null | undefined;
}

/** A source as far as its address in the app goes. */
type AddressedSource = Pick<SourceRef, "id" | "name" | "kind">;

/** How an address names a repository. @param all of the project; the id is used for one that is not among them */
function codeAddress(source: string, all: readonly AddressedSource[]): string {
  const repositories = all.filter(({ kind }) => kind === "repository");
  const repository = repositories.find(({ id }) => id === source);
  return encodePath(repository ? repositoryAddress(repository, repositories) : source);
}

/** The page of code at its place. It has a name by others in it. @param all the repositories of the project */
export function codeHref(
  project: OpenProject,
  all: readonly AddressedSource[],
  { source, path, revision, line: from, lastLine }: CodePlace,
): string {
  const lines = from ? `#L${from}${lastLine && lastLine > from ? `-L${lastLine}` : ""}` : "";
  const { segments, query } = fileInAddress(path);
  return (
    tabHref(project, `code/${codeAddress(source, all)}${segments}`, { ...query, ...(revision && { rev: revision }) }) +
    lines
  );
}

/** The comparison of two commits of a repository. @param all the repositories of the project */
export const compareHref = (
  project: OpenProject,
  all: readonly AddressedSource[],
  source: string,
  { base, head }: { readonly base: string; readonly head: string | undefined },
): string =>
  tabHref(project, `code/${codeAddress(source, all)}`, { compare: base, ...(head !== undefined && { rev: head }) });

/** The reader of documents at a page of a wiki. */
export const documentHref = (project: OpenProject, source: string, path: string): string =>
  tabHref(project, "documents", { source, path });
