/** What is in a folder of a repository or a wiki. */
import { z } from "zod";
import type { CodeEntry } from "../../../contract/code/code.ts";
import type { DocumentEntry } from "../../../contract/documents/documents.ts";
import { type SourceRef, sourceNamed, sourcesOf } from "../namedSources.ts";
import { requireRead, staleness } from "../sourceStaleness.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { FOLDER, OFFSET, REVISION, SOURCE } from "./arguments.ts";
import { counted } from "./counted.ts";
import { paged } from "./paged.ts";
import { askEach, unaskedOf } from "./askSources.ts";
import { contentsAt, requireOnlyPlace } from "./findPathInSources.ts";
import { unreadRevision } from "./revisionRefusals.ts";

/** An entry of a folder, or a source. */
interface Entry extends Pick<DocumentEntry, "path" | "name" | "size"> {
  readonly kind: DocumentEntry["kind"] | CodeEntry["kind"];
  /** Number of files in a folder; null where it is unknown. */
  readonly files?: number | null;
}

/** What a source has at a path. `total`: of a folder that may be too large to be listed whole. */
interface Listing {
  readonly source: SourceRef;
  readonly answer: readonly Entry[];
  readonly total?: number;
}

/** The folders that repositories have at a path of a revision. @throws ToolRefusal for a revision of none, and for one that is not read */
async function foldersAt(
  project: OpenProject,
  sources: readonly SourceRef[],
  path: string,
  revision: string,
): Promise<Listing[]> {
  const contents = await contentsAt(project, sources, path, revision);
  if (
    contents.some(({ answer }) => answer.kind === "unread") &&
    contents.every(({ answer }) => answer.kind !== "folder")
  )
    throw unreadRevision(revision);
  return contents.flatMap(({ source, answer: { kind, entries, entries_total: total } }) =>
    kind === "folder" ? [{ source, answer: entries, total }] : [],
  );
}

export const listDirectory = tool({
  name: "list_directory",
  title: "List directory",
  description: "Folders and files of a repository or wiki; without source and path the sources, if several.",
  input: {
    path: FOLDER,
    source: SOURCE,
    revision: REVISION,
    offset: OFFSET,
  },
  output: { entries: z.array(z.object({ kind: z.string(), path: z.string() })), count: z.int() },
  draft: async (scope, { project: slug, path: folder, source: name, revision, offset }) => {
    const project = scope.project(slug);
    const sources = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind !== "tracker");
    const candidates = name === undefined ? sources : [sourceNamed(sources, name)];
    const list = (source?: SourceRef): Promise<readonly Entry[]> =>
      project.invoke("listDocuments", { query: { source: source?.id, path: source && folder } });
    const isOfSource = candidates.length === 1 || folder !== "" || revision !== undefined;
    let having: readonly Listing[] = [];
    if (revision !== undefined) having = await foldersAt(project, candidates, folder, revision);
    else if (isOfSource)
      having = (await askEach(candidates, list)).filter(({ answer }) => answer.length > 0 || folder === "");
    const place = requireOnlyPlace(having.map((listing) => ({ ...listing, path: folder })));
    if (isOfSource && !place) {
      const unasked = unaskedOf(candidates);
      if (unasked > 0)
        throw toolRefusal("invalid_arguments", `source: ${unasked} sources were not asked. Give the one to list.`);
      requireRead(candidates);
      throw toolRefusal("not_found", "There is no such folder.");
    }
    const { source, answer: entries } = place ?? { source: null, answer: await list() };
    const count = place?.total ?? entries.length;
    const unlisted = count - entries.length;
    const listedSources = source ? [source] : sources;
    if (entries.length === 0) requireRead(listedSources);
    return paged({
      all: entries,
      from: offset,
      lead: [`${counted(count, "entry", "entries")}${source ? "" : ": the sources"}.`],
      fenced: [...(source ? [`Source: ${singleLine(source.name)}`] : []), ...staleness(listedSources)],
      present: ({ kind, path: at, name: sourceName, size, files }) => {
        const facts = kind === "file" ? ` ${size ?? "?"} B` : files == null ? "" : ` ${counted(files, "file")}`;
        return `${kind} ${singleLine(kind === "source" ? sourceName : at)}${kind === "folder" ? "/" : ""}${facts}`;
      },
      data: (shown) => ({
        entries: shown.map(({ kind, path: at, name: sourceName }) => ({
          kind,
          path: kind === "source" ? sourceName : at,
        })),
        count,
      }),
      unlisted: unlisted > 0 ? `${counted(unlisted, "further entry is", "further entries are")} not listed.` : null,
    });
  },
});
