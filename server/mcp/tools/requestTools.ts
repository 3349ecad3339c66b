/** One pull or merge request. */
import { z } from "zod";
import type { ChangeRequest, RequestDiff, RequestEntry, ReviewThread } from "../../../contract/requests/requests.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { requestHref } from "../appLinks.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { singleLine, quotedNames, plainKey, quotedBody } from "../untrusted.ts";
import { withoutComments } from "../withoutComments.ts";
import { ISSUE, LINE, OPTIONAL_PATH, LINES_VERSION } from "./arguments.ts";
import { counted } from "./counted.ts";
import { diffPage, issueFact, linesAbout, onlyFile, fileNotChanged, unlistedOf, withDiff } from "./diffText.ts";

/** Lines of the code above a discussion that are shown where the code has changed since. */
const OUTDATED_LINES = 4;

export const getRequest = tool({
  name: "get_request",
  title: "Get request",
  description: "A pull or merge request: facts, issues, discussions at their lines, commits, and the diff.",
  input: {
    request: ISSUE.describe("#12, !12, tern#12, address, id"),
    path: OPTIONAL_PATH.describe("Diff and discussions of this file alone"),
    from_line: LINE.default(1),
    version: LINES_VERSION,
  },
  output: { request: z.string(), state: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, request: requested, path, from_line: from, version }) => {
    const project = await scope.projectOf(slug, requested);
    const { id, address } = await project.requestNamed(requested);
    const readDiff = (file?: number) => project.invoke("requestDiff", { query: { request: id, file } });
    const [changeRequest, fullDiff] = await Promise.all([
      project.invoke("getRequest", { params: { requestId: id } }),
      readDiff(),
    ]);
    const diff = await onlyFile(fullDiff, path, readDiff);
    return diffPage(requestLines(changeRequest, diff, path), {
      from,
      version,
      lead: [...leadOf(project, changeRequest, address), ...diffNotes(fullDiff)],
      unlisted: [...unlistedOf(diff, path), ...(changeRequest.is_cut ? [CUT] : [])],
      data: (shown) => ({ request: singleLine(changeRequest.key), state: changeRequest.state, ...shown }),
    });
  },
});

const CUT = "Its discussion is longer than this server reads: the host has the rest.";

function leadOf(project: OpenProject, changeRequest: ChangeRequest, address: string): string[] {
  const dates = [
    `opened ${changeRequest.created_at}`,
    ...(changeRequest.merged_at === null ? [] : [`merged ${changeRequest.merged_at}`]),
    ...(changeRequest.merged_at === null && changeRequest.closed_at !== null
      ? [`closed ${changeRequest.closed_at}`]
      : []),
  ];
  const state = `${changeRequest.is_draft ? "draft, " : ""}${changeRequest.state}`;
  return [
    `Request ${plainKey(changeRequest.key)}, ${state}, ${dates.join(", ")}, ${counted(changeRequest.comments, "comment")}. Page: ${requestHref(project, address)}`,
    ...(changeRequest.is_detailed ? [] : ["Its reviews, comments and commits have not been read yet."]),
    ...(changeRequest.is_cut ? [CUT] : []),
  ];
}

function diffNotes({ status, base, head, total }: RequestDiff): string[] {
  if (status === "shown")
    return [`Diff of ${counted(total, "file")}, ${shortHash(base ?? "")}..${shortHash(head ?? "")}.`];
  return status === "listed"
    ? ["This server has no copy of its commits: the changed files are those that the host lists, without lines."]
    : ["This server has no copy of its commits, so there is no diff."];
}

/** Everything as one text, so that it is read on from any line of it. */
function requestLines(changeRequest: ChangeRequest, diff: RequestDiff, path: string | undefined) {
  const entries = changeRequest.timeline.filter(
    (entry) => path === undefined || (entry.kind === "thread" && entry.thread.path === path),
  );
  const hostFiles = ofHost(diff, path).flatMap(({ path: at, added, removed }) =>
    linesAbout([`changed (+${added ?? "?"} -${removed ?? "?"}): ${singleLine(at)}`], { file: singleLine(at) }),
  );
  const facts = path === undefined ? factLines(changeRequest) : linesAbout([`# ${singleLine(changeRequest.title)}`]);
  return withDiff(facts, linesAbout(entries.flatMap(entryLines)), diff, hostFiles);
}

/** Files that the host lists, or the only one that was asked for. @throws ToolRefusal with the others, for none */
function ofHost({ status, host_files: files, total }: RequestDiff, path: string | undefined) {
  if (path === undefined || status !== "listed") return files;
  const matchingFiles = files.filter((file) => file.path === path);
  if (matchingFiles.length === 0) throw fileNotChanged(files, total);
  return matchingFiles;
}

/** One fact a line, with what others named last: no name can end with another fact. */
function factLines(changeRequest: ChangeRequest) {
  return [
    ...linesAbout([
      `# ${singleLine(changeRequest.title)}`,
      `author: ${singleLine(changeRequest.author?.name ?? "unknown")}`,
      `source branch: ${singleLine(changeRequest.source_branch ?? "unknown")}`,
      `target branch: ${singleLine(changeRequest.target_branch ?? "unknown")}`,
      ...(changeRequest.merge === null
        ? []
        : [
            `merged as commit ${shortHash(changeRequest.merge.hash)} by: ${singleLine(changeRequest.merged_by?.name ?? "unknown")}`,
          ]),
      ...changeRequest.reviewers.map(
        ({ person, state }) => `reviewer, ${state ?? "no review yet"}: ${singleLine(person.name)}`,
      ),
      ...changeRequest.check_list.map(({ name, state }) => `check, ${state}: ${singleLine(name)}`),
      ...(changeRequest.labels.length > 0 ? [`labels: ${quotedNames(changeRequest.labels)}`] : []),
      ...(changeRequest.marks.length > 0 ? [`marks: ${quotedNames(changeRequest.marks.map(({ text }) => text))}`] : []),
    ]),
    ...changeRequest.issues.flatMap(({ issue, how }) =>
      linesAbout([issueFact(issue, how)], { issue: singleLine(issue.key) }),
    ),
    ...linesAbout([`at ${singleLine(changeRequest.url)}`, "", ...bodyLines(changeRequest.body)]),
  ];
}

const bodyLines = (markdown: string): string[] => quotedBody(withoutComments(markdown));

function entryLines(entry: RequestEntry): string[] {
  switch (entry.kind) {
    case "commits":
      return [
        "",
        "## Commits",
        // No line of a difference begins with a star.
        ...entry.commits.map(
          ({ hash, title, author }) => `* ${shortHash(hash)} ${quotedNames([author])}: ${singleLine(title)}`,
        ),
      ];
    case "review":
      return [
        "",
        `## Review, ${entry.state}, ${entry.at}, by ${singleLine(entry.actor?.name ?? "unknown")}`,
        ...bodyLines(entry.body),
      ];
    case "comment":
      return [
        "",
        `## Comment, ${entry.at}, by ${singleLine(entry.comment.author?.name ?? "unknown")}`,
        ...bodyLines(entry.comment.body),
      ];
    case "thread":
      return threadLines(entry.thread);
    case "event": {
      const detail = entry.detail === null ? "" : `: ${singleLine(entry.detail)}`;
      return [
        `* ${entry.at}, ${singleLine(entry.type)}${detail}`,
        ...(entry.actor === null ? [] : [`  by ${singleLine(entry.actor.name)}`]),
      ];
    }
  }
}

function threadLines({
  path,
  line,
  start_line: start,
  side,
  commit,
  is_outdated,
  is_resolved,
  hunk,
  comments,
}: ReviewThread): string[] {
  const range =
    line === null ? "" : `${start === null || start === line ? `line ${line}` : `lines ${start}-${line}`} of `;
  const facts = [
    ...(side === "old" ? ["before the change"] : []),
    ...(commit === null ? [] : [`commit ${shortHash(commit)}`]),
    ...(is_outdated ? ["outdated"] : []),
    ...(is_resolved === null ? [] : [is_resolved ? "resolved" : "unresolved"]),
  ];
  return [
    "",
    `## ${["Discussion", ...facts].join(", ")}, at ${range}${singleLine(path)}`,
    ...(is_outdated && hunk !== null ? quotedBody(hunk.trimEnd().split("\n").slice(-OUTDATED_LINES).join("\n")) : []),
    ...comments.flatMap(({ author, created_at: written, body }) => [
      `### Comment, ${written}, by ${singleLine(author?.name ?? "unknown")}`,
      ...bodyLines(body),
    ]),
  ];
}
