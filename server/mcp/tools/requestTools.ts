import { z } from "zod";
import { SourcePath } from "../../../contract/fieldSchemas.ts";
import type { ChangeRequest, RequestDiff, RequestEntry, ReviewThread } from "../../../contract/requests.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { requestHref } from "../appLinks.ts";
import { requestNamed } from "../namedItems.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { line, plainKey, quoted } from "../untrusted.ts";
import { withoutComments } from "../withoutComments.ts";
import { ISSUE, LINE } from "./arguments.ts";
import { MAX_PATHS, diffLines, onlyFile } from "./diffText.ts";
import { textLines } from "./textLines.ts";

/** Lines of the code above a discussion that are shown where the code has changed since. */
const OUTDATED_LINES = 4;

export const getRequest = tool({
  name: "get_request",
  title: "Get request",
  description: "A pull or merge request: facts, issues, discussions at their lines, commits, and the diff.",
  input: {
    request: ISSUE.describe("#12, !12, tern#12, address, id"),
    path: SourcePath.optional().describe("Diff and discussions of this file alone"),
    from_line: LINE.default(1),
  },
  output: { request: z.string(), state: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, request: requested, path, from_line: from }) => {
    const project = scope.project(slug);
    const { id, address } = await requestNamed(scope.db, project, requested);
    const readDiff = (file?: number) => project.invoke("requestDiff", { query: { request: id, file } });
    const [found, whole] = await Promise.all([project.invoke("getRequest", { params: { requestId: id } }), readDiff()]);
    const diff = { ...whole, files: await onlyFile(whole, path, readDiff) };
    const text = textLines(requestText(found, diff, path).join("\n"), from);
    return {
      ...text,
      lead: [...leadOf(project, found, address), ...diffNotes(whole), ...text.lead],
      data: () => ({
        request: line(found.key),
        state: found.state,
        files: [...whole.files, ...whole.host_files].slice(0, MAX_PATHS).map((file) => line(file.path)),
        issues: found.issues.map(({ issue }) => line(issue.key)),
      }),
    };
  },
});

function leadOf(project: OpenProject, found: ChangeRequest, address: string): string[] {
  const dates = [
    `opened ${found.created_at}`,
    ...(found.merged_at === null ? [] : [`merged ${found.merged_at}`]),
    ...(found.merged_at === null && found.closed_at !== null ? [`closed ${found.closed_at}`] : []),
  ];
  const state = `${found.is_draft ? "draft, " : ""}${found.state}`;
  return [
    `Request ${plainKey(found.key)}, ${state}, ${dates.join(", ")}, ${found.comments} comments. Page: ${requestHref(project, address)}`,
    ...(found.is_detailed ? [] : ["Its reviews, comments and commits have not been read yet."]),
    ...(found.is_cut ? ["Its discussion is longer than this server reads: the host has the rest."] : []),
  ];
}

function diffNotes({ status, base, head, total }: RequestDiff): string[] {
  if (status === "shown") return [`Diff of ${total} files, ${shortHash(base ?? "")}..${shortHash(head ?? "")}.`];
  return status === "listed"
    ? ["This server has no copy of its commits: the changed files are those that the host lists, without lines."]
    : ["This server has no copy of its commits, so there is no diff."];
}

/** Everything as one text, so that it is read on from any line of it. */
function requestText(found: ChangeRequest, diff: RequestDiff, path: string | undefined): string[] {
  const entries = found.timeline.filter(
    (entry) => path === undefined || (entry.kind === "thread" && entry.thread.path === path),
  );
  const discussion = entries.flatMap(entryLines);
  const about = path === undefined ? factLines(found) : [`# ${line(found.title)}`];
  const changes = diff.files.map(diffLines);
  const listed = diff.host_files.map(
    ({ path: at, added, removed }) => `changed ${line(at)} (+${added ?? "?"} -${removed ?? "?"})`,
  );
  // A reader who wants the code alone jumps over the discussion: the list of files names the line at which the diff of each begins.
  const before = about.length + discussion.length + diff.files.length + 2;
  let start = before + 1;
  const contents = changes.map((lines, at) => {
    const entry = `  ${line(diff.files[at]?.path ?? "")} from_line=${start}`;
    start += lines.length;
    return entry;
  });
  return [
    ...about,
    `Changed files: ${diff.total}`,
    ...contents,
    ...discussion,
    "## Diff",
    ...changes.flat(),
    ...listed,
  ];
}

function factLines(found: ChangeRequest): string[] {
  const reviewers = found.reviewers.map(
    ({ person, state }) => `${line(person.name)}${state === null ? "" : ` (${state})`}`,
  );
  const named = (what: string, list: readonly string[]) => (list.length > 0 ? [`${what}: ${list.join(", ")}`] : []);
  return [
    `# ${line(found.title)}`,
    `by ${line(found.author?.name ?? "unknown")}, ${line(found.source_branch ?? "?")} into ${line(found.target_branch ?? "?")}`,
    ...named("reviewers", reviewers),
    ...named("labels", found.labels.map(line)),
    ...named(
      "checks",
      found.check_list.map(({ name, state }) => `${line(name)} ${state}`),
    ),
    ...named(
      "issues",
      found.issues.map(({ issue, how }) => `${line(issue.key)} (${how}, ${issue.state}) ${line(issue.title)}`),
    ),
    ...(found.merge === null
      ? []
      : [`merged by ${line(found.merged_by?.name ?? "unknown")} as commit ${shortHash(found.merge.hash)}`]),
    `at ${line(found.url)}`,
    "",
    ...bodyLines(found.body),
  ];
}

const bodyLines = (markdown: string): string[] => quoted(withoutComments(markdown));

function entryLines(entry: RequestEntry): string[] {
  switch (entry.kind) {
    case "commits":
      return [
        "",
        "## Commits",
        ...entry.commits.map(({ hash, title, author }) => `- ${shortHash(hash)} ${line(author)}: ${line(title)}`),
      ];
    case "review":
      return [
        "",
        `## Review, ${entry.state}, ${entry.at}, by ${line(entry.actor?.name ?? "unknown")}`,
        ...bodyLines(entry.body),
      ];
    case "comment":
      return [
        "",
        `## Comment, ${entry.at}, by ${line(entry.comment.author?.name ?? "unknown")}`,
        ...bodyLines(entry.comment.body),
      ];
    case "thread":
      return threadLines(entry.thread);
    case "event": {
      const actor = entry.actor === null ? "" : ` by ${line(entry.actor.name)}`;
      return [`- ${line(entry.type)}${actor}, ${entry.at}${entry.detail === null ? "" : `: ${line(entry.detail)}`}`];
    }
  }
}

function threadLines({
  path,
  line: at,
  start_line: start,
  side,
  commit,
  is_outdated,
  is_resolved,
  hunk,
  comments,
}: ReviewThread): string[] {
  const range = at === null ? "" : `:${start === null || start === at ? "" : `${start}-`}${at}`;
  const facts = [
    ...(side === "old" ? ["before the change"] : []),
    ...(commit === null ? [] : [`commit ${shortHash(commit)}`]),
    ...(is_outdated ? ["outdated"] : []),
    ...(is_resolved === null ? [] : [is_resolved ? "resolved" : "unresolved"]),
  ];
  return [
    "",
    `## Discussion at ${line(path)}${range}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`,
    ...(is_outdated && hunk !== null ? quoted(hunk.trimEnd().split("\n").slice(-OUTDATED_LINES).join("\n")) : []),
    ...comments.flatMap(({ author, created_at: written, body }) => [
      `### Comment, ${written}, by ${line(author?.name ?? "unknown")}`,
      ...bodyLines(body),
    ]),
  ];
}
