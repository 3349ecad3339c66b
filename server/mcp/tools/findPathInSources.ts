/** Finds the source that has the path, or the title of a page, that an agent gives without a source. */
import type { CodeContent } from "../../../contract/code/code.ts";
import type { OpenProject } from "../RequestScope.ts";
import { requireRead } from "../sourceStaleness.ts";
import { sourceNamed, sourcesOf, type SourceRef } from "../namedSources.ts";
import { toolRefusal, type ToolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { askEach, unaskedOf } from "./askSources.ts";
import { noSuchRevision } from "./revisionRefusals.ts";

/** Places that a refusal lists. */
const MAX_LISTED = 10;
const MAX_NEAR_PATHS = 5;

export interface PathInSource {
  readonly source: SourceRef;
  readonly path: string;
  /** Paths similar to a requested one that does not exist. */
  readonly near: readonly string[];
}

export interface ResolvedPath extends PathInSource {
  /** All that were asked for it, or could be. */
  readonly sources: readonly SourceRef[];
}

interface Wanted {
  /** Or the title of a page. */
  readonly path: string;
  readonly source?: string | undefined;
  readonly revision?: string | undefined;
  readonly kinds: readonly SourceRef["kind"][];
}

/** The source that has a path or a page's title. @throws ToolRefusal with what is near, and with the places when several have it */
export async function findPathInSources(
  project: OpenProject,
  { path, source: name, revision, kinds }: Wanted,
): Promise<ResolvedPath> {
  const all = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kinds.includes(kind));
  const sources = name === undefined ? all : [sourceNamed(all, name)];
  const matchingDocuments = (
    await project.invoke("findDocuments", { query: { q: path.slice(0, 300), limit: 50 } })
  ).filter((document) => sources.some(({ id }) => id === document.source));
  const placesOf = (documents: typeof matchingDocuments): PathInSource[] =>
    documents.flatMap((document) => {
      const source = sources.find(({ id }) => id === document.source);
      return source ? [{ source, path: document.path, near: [] }] : [];
    });
  const same = placesOf(matchingDocuments.filter((document) => document.path === path));
  const titled = placesOf(matchingDocuments.filter((document) => document.title.toLowerCase() === path.toLowerCase()));
  const indexed = same.length > 0 ? same : titled;
  const [only] = sources;
  const isOne = sources.length === 1;
  // The list is of the last synced commits, and has no pictures and no removed files: each repository is asked for another revision and for what it lacks.
  const isListed = revision === undefined && (isOne || indexed.length > 0);
  const havingFile = isListed ? [] : await havingPath(project, sources, path, revision);
  const place = requireOnlyPlace([havingFile, indexed].find((places) => places.length > 0) ?? []);
  if (place) return { ...place, sources: all };
  const near = matchingDocuments.slice(0, MAX_NEAR_PATHS).map((document) => singleLine(document.path));
  // The endpoint decides about a path that the index does not list.
  if (only && isOne) return { source: only, path, near, sources: all };
  requireRead(sources);
  const unasked = unaskedOf(sources.filter(({ kind }) => kind === "repository"));
  if (unasked > 0)
    throw toolRefusal(
      "invalid_arguments",
      `path: No index lists it, and ${unasked} repositories were not asked. Give its source.`,
    );
  throw noSuchPath(near, revision);
}

/** @param near names of the last synced commit that are like the one that was asked for */
export function noSuchPath(near: readonly string[], revision?: string): ToolRefusal {
  const missing =
    revision === undefined ? "There is no such file or page." : `There is no such file at ${singleLine(revision)}.`;
  return near.length === 0
    ? toolRefusal("not_found", `${missing} Find it with search.`)
    : toolRefusal("not_found", `${missing} Names like it:`, [JSON.stringify(near)]);
}

/** The only place of a list; undefined for none. @throws ToolRefusal with the places, for several */
export function requireOnlyPlace<T extends { readonly source: SourceRef; readonly path: string }>(
  places: readonly T[],
): T | undefined {
  if (places.length <= 1) return places[0];
  const list = places
    .slice(0, MAX_LISTED)
    .map(({ source, path }) => `${singleLine(path)} in ${singleLine(source.name)}`);
  throw toolRefusal("invalid_arguments", "path: Several have this name; give the path and the source of one:", [
    list.join("; "),
  ]);
}

/** What each repository has at a path of a revision. @throws ToolRefusal for a revision of none */
export async function contentsAt(
  project: OpenProject,
  sources: readonly SourceRef[],
  path: string,
  revision: string | undefined,
): Promise<{ readonly source: SourceRef; readonly answer: CodeContent }[]> {
  const repositories = sources.filter(({ kind }) => kind === "repository");
  const answers = await askEach(repositories, (source) =>
    project.invoke("codeContent", { query: { repository: source.id, path, revision } }),
  );
  if (
    revision !== undefined &&
    unaskedOf(repositories) === 0 &&
    answers.length > 0 &&
    answers.every(({ answer }) => answer.kind === "no_revision")
  )
    throw noSuchRevision(revision);
  return answers;
}

/** Repositories that have a path at a revision; those that had it and removed it where none has it. @throws ToolRefusal for a revision of none */
async function havingPath(
  project: OpenProject,
  sources: readonly SourceRef[],
  path: string,
  revision: string | undefined,
): Promise<PathInSource[]> {
  const answers = await contentsAt(project, sources, path, revision);
  const having = answers.filter(({ answer }) => !isAbsent(answer));
  const removed = answers.filter(({ answer }) => answer.nearest?.last?.removed === true);
  return (having.length > 0 ? having : removed).map(({ source }) => ({ source, path, near: [] }));
}

const ABSENT: ReadonlySet<string> = new Set(["missing", "no_revision", "unread"]);

/** Whether nothing can be read at a path. */
const isAbsent = ({ kind }: { readonly kind: string }): boolean => ABSENT.has(kind);

/** @throws ToolRefusal for what is no file, with the paths that are near, and for a file of a source that has not been read */
export async function requireFile(
  project: OpenProject,
  { source, path, near }: PathInSource,
  revision: string | undefined,
): Promise<void> {
  requireRead([source]);
  const answer = await project.invoke("codeContent", { query: { repository: source.id, path, revision } });
  if (isAbsent(answer)) throw noSuchPath(near, revision);
  if (answer.kind === "folder") throw toolRefusal("not_found", "This is a folder. List it with list_directory.");
}
