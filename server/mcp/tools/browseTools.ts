import { z } from "zod";
import type { CodeEntry } from "../../../contract/code.ts";
import type { Commit, CommitDiff } from "../../../contract/commits.ts";
import type { DocumentEntry } from "../../../contract/documents.ts";
import { isCommitHash } from "../../../contract/shortHash.ts";
import {
  type SourceRef,
  askedRepositories,
  commitHref,
  requireRead,
  sourceNamed,
  sourcesOf,
  staleness,
} from "../appLinks.ts";
import { clewPage } from "../namedProject.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import { line, quoted } from "../untrusted.ts";
import { FOLDER, LINE, OFFSET, OPTIONAL_PATH, REVISION, SOURCE, VERSION } from "./arguments.ts";
import { counted } from "./counted.ts";
import { diffPage, issueFact, linesAbout, onlyFile, unlistedOf, withDiff } from "./diffText.ts";
import { paged } from "./paged.ts";
import { askEach, contentsAt, requireOnlyPlace, unaskedOf, unreadRevision } from "./resolvePath.ts";

/** An entry of a folder, or a source. */
interface Entry extends Pick<DocumentEntry, "path" | "name" | "size"> {
  readonly kind: DocumentEntry["kind"] | CodeEntry["kind"];
  /** Of a folder; null where their number is unknown. */
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
  draft: async (scope, { project: slug, path: wanted, source: name, revision, offset }) => {
    const project = scope.project(slug);
    const sources = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind !== "tracker");
    const candidates = name === undefined ? sources : [sourceNamed(sources, name)];
    const list = (source?: SourceRef): Promise<readonly Entry[]> =>
      project.invoke("listDocuments", { query: { source: source?.id, path: source && wanted } });
    const isOfSource = candidates.length === 1 || wanted !== "" || revision !== undefined;
    let having: readonly Listing[] = [];
    if (revision !== undefined) having = await foldersAt(project, candidates, wanted, revision);
    else if (isOfSource)
      having = (await askEach(candidates, list)).filter(({ answer }) => answer.length > 0 || wanted === "");
    const found = requireOnlyPlace(having.map((one) => ({ ...one, path: wanted })));
    if (isOfSource && !found) {
      const unasked = unaskedOf(candidates);
      if (unasked > 0)
        throw refuse("invalid_arguments", `source: ${unasked} sources were not asked. Give the one to list.`);
      requireRead(candidates);
      throw refuse("not_found", "There is no such folder.");
    }
    const { source, answer: entries } = found ?? { source: null, answer: await list() };
    const count = found?.total ?? entries.length;
    const unlisted = count - entries.length;
    const asked = source ? [source] : sources;
    if (entries.length === 0) requireRead(asked);
    return paged({
      all: entries,
      from: offset,
      lead: [`${counted(count, "entry", "entries")}${source ? "" : ": the sources"}.`],
      fenced: [...(source ? [`Source: ${line(source.name)}`] : []), ...staleness(asked)],
      present: ({ kind, path: at, name: own, size, files }) => {
        const facts = kind === "file" ? ` ${size ?? "?"} B` : files == null ? "" : ` ${counted(files, "file")}`;
        return `${kind} ${line(kind === "source" ? own : at)}${kind === "folder" ? "/" : ""}${facts}`;
      },
      data: (shown) => ({
        entries: shown.map(({ kind, path: at, name: own }) => ({ kind, path: kind === "source" ? own : at })),
        count,
      }),
      unlisted: unlisted > 0 ? `${counted(unlisted, "further entry is", "further entries are")} not listed.` : null,
    });
  },
});

/** Whole hashes that a refusal has room for. */
const MAX_HASHES = 10;

export const getCommit = tool({
  name: "get_commit",
  title: "Get commit",
  description: "A commit: message, people, issues, requests, releases and what it changed, line by line.",
  input: {
    hash: z.string().min(4).max(500).describe("Or address"),
    source: SOURCE,
    path: OPTIONAL_PATH.describe("Only this file"),
    from_line: LINE.default(1),
    version: VERSION,
  },
  output: { hash: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, hash: requested, source: name, path, from_line: from, version }) => {
    const project = await scope.projectOf(slug, requested);
    const hash = clewPage(requested)?.name ?? requested;
    if (!isCommitHash(hash))
      throw refuse("invalid_arguments", "hash: Give 4 to 64 hexadecimal digits, or the address of the commit's page.");
    const repositories = await askedRepositories(project, name);
    const source = name === undefined ? undefined : repositories[0]?.id;
    const { status, commit, ...of } = await project.invoke("getCommit", { params: { hash }, query: { source } });
    if (!commit) {
      if (status === "missing") {
        requireRead(repositories);
        throw refuse("not_found", "The project has no such commit.");
      }
      // Titles are text of others, and their beginnings may be alike.
      const hashes = [...new Set(of.candidates.map((one) => one.hash))];
      const more = hashes.length > MAX_HASHES ? `, and ${hashes.length - MAX_HASHES} or more others` : "";
      throw refuse(
        "invalid_arguments",
        `hash: Several commits begin so: ${hashes.slice(0, MAX_HASHES).join(", ")}${more}.`,
      );
    }
    const { hash: whole, source: repository } = commit;
    const readDiff = (file?: number) =>
      project.invoke("commitDiff", { params: { hash: whole }, query: { source: repository, file } });
    const diff = await onlyFile(await readDiff(), path, readDiff);
    const releases = commit.releases_total - commit.releases.length;
    return diffPage(commitLines(commit, diff), {
      from,
      version,
      lead: [
        `Commit ${commit.hash}, ${commit.author.at}.${diff.status === "unavailable" ? " This server has no copy to read the changes from." : ` ${counted(diff.total, "file")}.`}${commit.is_indexed ? "" : " Its history is not indexed: a branch or tag other than the default branch has it."} Page: ${commitHref(project, commit.hash)}`,
      ],
      fenced: staleness(repositories.filter(({ id }) => id === repository)),
      unlisted: [
        ...unlistedOf(diff, path),
        ...(releases > 0
          ? [
              `${releases} more releases have it: call connected with kind=commit, id=${commit.hash}, kinds=["release"].`,
            ]
          : []),
      ],
      data: (shown) => ({ hash: commit.hash, ...shown }),
    });
  },
});

/** Everything as one text, so that it is read on from any line of it. */
function commitLines(commit: Commit, diff: CommitDiff) {
  const facts = [
    ...linesAbout([
      `# ${line(commit.title)}`,
      `repository: ${line(commit.repository)}`,
      `author: ${line(commit.author.name)}`,
      ...(commit.committer.name === commit.author.name ? [] : [`committer: ${line(commit.committer.name)}`]),
      ...commit.credits.map(({ kind, name }) => `credited, ${kind}: ${line(name)}`),
    ]),
    ...commit.issues.flatMap(({ issue, how }) => linesAbout([issueFact(issue, how)], { issue: line(issue.key) })),
    ...linesAbout([
      ...commit.requests.map(({ key, state, title }) => `request, ${state}: ${line(key)} ${line(title)}`),
      ...(commit.releases_total > 0
        ? [
            `releases: ${commit.releases_total}${commit.releases_total > commit.releases.length ? `, the first ${commit.releases.length} follow` : ""}`,
          ]
        : []),
      ...commit.releases.map(({ tag }) => `release: ${line(tag)}`),
      ...quoted(commit.body),
    ]),
  ];
  return withDiff(facts, [], diff);
}
