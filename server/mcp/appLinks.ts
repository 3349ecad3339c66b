/** Where things are: addresses in the app, sources by name, and what has not been read yet. */
import { encodePath, fileInAddress } from "../../contract/fileAddress.ts";
import type { Project, Sync } from "../../contract/projects.ts";
import { repositoryAddress } from "../../contract/repositoryAddress.ts";
import { addressHash } from "../../contract/shortHash.ts";
import type { OpenProject } from "./RequestScope.ts";
import { refuse } from "./toolErrors.ts";
import { line } from "./untrusted.ts";

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
export const tabHref = (project: OpenProject, tab: string, query: Readonly<Record<string, string>> = {}): string =>
  project.href(`/projects/${part(project.slug)}/${tab}${queryText(query)}`);

const queryText = (query: Readonly<Record<string, string>>): string => {
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
  const found = repositories.find(({ id }) => id === source);
  return encodePath(found ? repositoryAddress(found, repositories) : source);
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

export interface SourceRef {
  readonly id: string;
  readonly name: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly sync: Sync;
}

export const sourcesOf = ({ repositories, trackers, wikis }: Project): SourceRef[] => [
  ...repositories.map((source) => ({ ...source, kind: "repository" as const })),
  ...trackers.map((source) => ({ ...source, kind: "tracker" as const })),
  ...wikis.map((source) => ({ ...source, kind: "wiki" as const })),
];

/** The source of a name or an id. @throws ToolRefusal with those that there are */
export function sourceNamed(sources: readonly SourceRef[], requested: string): SourceRef {
  const found = sources.find(({ id, name }) => id === requested || name === requested);
  if (found) return found;
  if (sources.length === 0) throw refuse("not_found", "The project has no source of this kind.");
  const names = sources.map(({ name, kind }) => `${line(name)} (${kind})`).join(", ");
  throw refuse("not_found", "The project has no source of this name. It has these:", [names]);
}

/** The repositories that a call asks: the one that it names, or all. @throws ToolRefusal as above */
export async function askedRepositories(project: OpenProject, requested: string | undefined): Promise<SourceRef[]> {
  const all = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind === "repository");
  return requested === undefined ? all : [sourceNamed(all, requested)];
}

/** Notes about sources that an answer has: they precede its parts, for which there has to be room. */
const MAX_NOTES = 5;

/** The first of the notes about sources, and how many there are besides. */
export function firstNotes(notes: readonly string[]): string[] {
  const rest = notes.length - MAX_NOTES;
  return rest > 0 ? [...notes.slice(0, MAX_NOTES), `And ${rest} more, see project_info.`] : [...notes];
}

/** A sentence with its name for each source whose copy is not whole: an answer without it is not the whole answer. */
export const staleNotes = (sources: readonly Pick<SourceRef, "name" | "sync">[]): string[] =>
  sources.flatMap(({ name, sync }) => {
    const last = sync.finished_at === null ? "never read yet" : `last read ${sync.finished_at}`;
    if (sync.state === "failed") return [`Stale source: ${line(name)}: its last sync failed (${last}).`];
    if (sync.finished_at === null) return [`Stale source: ${line(name)}: ${last}; its first sync is ${sync.state}.`];
    return [];
  });

/** The first of these. */
export const staleness = (sources: readonly Pick<SourceRef, "name" | "sync">[]): string[] =>
  firstNotes(staleNotes(sources));

/** What a source that was never read may have is not missing. @throws ToolRefusal */
export function requireRead(sources: readonly Pick<SourceRef, "name" | "sync">[]): void {
  const unread = sources.filter(({ sync }) => sync.finished_at === null);
  if (unread.length > 0)
    throw refuse(
      "stale_source",
      "It may exist: these sources have not been read yet. Ask again later.",
      staleness(unread),
    );
}
