import { z } from "zod";
import type { Commit, CommitDiff } from "../../../contract/commits.ts";
import { SourcePath } from "../../../contract/fieldSchemas.ts";
import {
  type SourceRef,
  askedRepositories,
  commitHref,
  requireRead,
  sourceNamed,
  sourcesOf,
  staleness,
} from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import { line, quoted } from "../untrusted.ts";
import { LINE, OFFSET, SOURCE } from "./arguments.ts";
import { issueFact, linesAbout, onlyFile, shownOf, unlistedOf, withDiff } from "./diffText.ts";
import { askEach, requireOnlyPlace, unaskedOf } from "./resolvePath.ts";
import { textLines } from "./textLines.ts";

export const listDirectory = tool({
  name: "list_directory",
  title: "List directory",
  description: "Folders and files of a repository or wiki; without source and path the sources, if several.",
  input: {
    path: SourcePath.default(""),
    source: SOURCE,
    offset: OFFSET,
  },
  output: { entries: z.array(z.object({ kind: z.string(), path: z.string() })), count: z.int() },
  draft: async (scope, { project: slug, path, source: name, offset }) => {
    const project = scope.project(slug);
    const sources = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind !== "tracker");
    const wanted = path.replace(/^\.?\/+|\/+$/g, "");
    const candidates = name === undefined ? sources : [sourceNamed(sources, name)];
    const list = (source?: SourceRef) =>
      project.invoke("listDocuments", { query: { source: source?.id, path: source && wanted } });
    const isOfSource = candidates.length === 1 || wanted !== "";
    const having = isOfSource
      ? (await askEach(candidates, list)).filter(({ answer }) => answer.length > 0 || wanted === "")
      : [];
    const found = requireOnlyPlace(having.map((one) => ({ ...one, path: wanted })));
    if (isOfSource && !found) {
      const unasked = unaskedOf(candidates);
      if (unasked > 0)
        throw refuse("invalid_arguments", `source: ${unasked} sources were not asked. Give the one to list.`);
      requireRead(candidates);
      throw refuse("not_found", "There is no such folder.");
    }
    const { source, answer: entries } = found ?? { source: null, answer: await list() };
    const asked = source ? [source] : sources;
    if (entries.length === 0) requireRead(asked);
    const page = entries.slice(offset);
    return {
      lead: [`${entries.length} entries${source ? "" : ": the sources"}.`],
      inside: [...(source ? [`Source: ${line(source.name)}`] : []), ...staleness(asked)],
      blocks: page.map(({ kind, path: at, name: own, size, files }) => {
        const facts = kind === "file" ? ` ${size ?? "?"} B` : files === null ? "" : ` ${files} files`;
        return `${kind} ${line(kind === "source" ? own : at)}${kind === "folder" ? "/" : ""}${facts}`;
      }),
      more: (count) => (count < page.length ? `Continue with offset=${offset + count}.` : null),
      data: (count) => ({
        entries: page
          .slice(0, count)
          .map(({ kind, path: at, name: own }) => ({ kind, path: kind === "source" ? own : at })),
        count: entries.length,
      }),
    };
  },
});

/** Whole hashes that a refusal has room for. */
const MAX_HASHES = 10;

export const getCommit = tool({
  name: "get_commit",
  title: "Get commit",
  description: "A commit: message, people, issues, requests, releases and what it changed, line by line.",
  input: {
    hash: z.string().regex(/^[0-9a-f]{4,64}$/i),
    source: SOURCE,
    path: SourcePath.optional().describe("Only this file"),
    from_line: LINE.default(1),
  },
  output: { hash: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, hash, source: name, path, from_line: from }) => {
    const project = scope.project(slug);
    const repositories = await askedRepositories(project, name);
    const source = name === undefined ? undefined : repositories[0]?.id;
    const { status, commit, candidates } = await project.invoke("getCommit", { params: { hash }, query: { source } });
    if (!commit) {
      if (status === "missing") {
        requireRead(repositories);
        throw refuse("not_found", "The project has no such commit.");
      }
      // Titles are text of others, and their beginnings may be alike.
      const hashes = [...new Set(candidates.map((one) => one.hash))];
      const more = hashes.length > MAX_HASHES ? `, and ${hashes.length - MAX_HASHES} or more others` : "";
      throw refuse("not_found", `Several commits begin so: ${hashes.slice(0, MAX_HASHES).join(", ")}${more}.`);
    }
    const { hash: whole, source: repository } = commit;
    const readDiff = (file?: number) =>
      project.invoke("commitDiff", { params: { hash: whole }, query: { source: repository, file } });
    const found = await readDiff();
    const diff = { ...found, files: await onlyFile(found, path, readDiff) };
    const lines = commitLines(commit, diff);
    const releases = commit.releases_total - commit.releases.length;
    const text = textLines(
      lines.map((one) => one.text),
      {
        from,
        unlisted: [...unlistedOf(diff, path), ...(releases > 0 ? [`${releases} more releases are not listed.`] : [])],
      },
    );
    return {
      ...text,
      lead: [
        `Commit ${commit.hash}, ${commit.author.at}.${diff.status === "unavailable" ? " This server has no copy to read the changes from." : ` ${diff.total} files.`} Page: ${commitHref(project, commit.hash)}`,
        ...text.lead,
      ],
      inside: staleness(repositories.filter(({ id }) => id === repository)),
      data: (shown) => ({ hash: commit.hash, ...shownOf(lines, from, shown) }),
    };
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
      ...(commit.releases_total > 0 ? [`releases: ${commit.releases_total}`] : []),
      ...commit.releases.map(({ tag }) => `release: ${line(tag)}`),
      ...quoted(commit.body),
    ]),
  ];
  return withDiff(facts, [], diff);
}
