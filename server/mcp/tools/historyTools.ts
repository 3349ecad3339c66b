/** Who wrote the lines of a file, and which commits changed it. */
import { z } from "zod";
import type { BlameCommit, CodeBlame, HistoryEntry } from "../../../contract/code/code.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { codeHref } from "../appLinks.ts";
import { requireRead, staleness } from "../sourceStaleness.ts";
import type { SourceRef } from "../namedSources.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine, quotedNames, plainKey, quotedBody } from "../untrusted.ts";
import { LINE, PATH, REVISION, SOURCE, requireOrdered } from "./arguments.ts";
import { counted } from "./counted.ts";
import { findPathInSources } from "./findPathInSources.ts";
import { unreadRevision } from "./revisionRefusals.ts";

const place = {
  path: PATH,
  source: SOURCE,
  revision: REVISION,
};
/** Commits of one page of a history. */
const PAGE_SIZE = 50;

export const blame = tool({
  name: "blame",
  title: "Blame",
  description: "Which commit each line of a file comes from: author, date, issues and requests behind it.",
  input: { ...place, from_line: LINE.default(1), to_line: LINE.optional() },
  output: {
    hash: z.string().nullable(),
    ranges: z.array(z.object({ line: z.int(), lines: z.int(), hash: z.string() })),
  },
  draft: async (scope, { project: slug, path, source, revision, from_line: from, to_line }) => {
    requireOrdered(from, to_line);
    const to = to_line ?? Infinity;
    const project = scope.project(slug);
    const resolved = await findPathInSources(project, { path, source, revision, kinds: ["repository"] });
    const query = { repository: resolved.source.id, path: resolved.path, revision };
    const blamed = await project.invoke("codeBlame", { query });
    requireShown(blamed.status, resolved.source, revision);
    const last = blamed.ranges.reduce((largest, range) => Math.max(largest, range.line + range.lines - 1), 0);
    const ranges = mergedRanges(blamed).flatMap(({ commit, line, lines }) => {
      const [start, end] = [Math.max(line, from), Math.min(line + lines - 1, to)];
      return start <= end ? [{ commit, line: start, lines: end - start + 1 }] : [];
    });
    // Each commit is described once in an answer, at its first lines.
    const firstLines = new Map(ranges.map(({ commit, line }) => [commit, line] as const).toReversed());
    return {
      lead: [
        `Blame${blamed.hash === null ? "" : ` at commit ${shortHash(blamed.hash)}`} of a file of ${counted(last, "line")}.${ranges.length === 0 ? " It has no such lines." : ""}`,
      ],
      fenced: [
        `${singleLine(resolved.path)} [${singleLine(resolved.source.name)}]`,
        `Page: ${codeHref(project, resolved.sources, { source: resolved.source.id, path: resolved.path, revision, line: from, lastLine: Math.min(to, last) })}`,
        ...staleness([resolved.source]),
      ],
      blocks: ranges.map(({ commit, line, lines }) => {
        const then = commit.path === resolved.path ? "" : `\n    then ${singleLine(commit.path)}`;
        const text = firstLines.get(commit) === line ? `${commitText(commit)}${then}` : shortHash(commit.hash);
        return `${line}${lines > 1 ? `-${line + lines - 1}` : ""}: ${text}`;
      }),
      more: (count) => {
        const next = ranges[count];
        return next ? `Continue with from_line=${next.line}.` : null;
      },
      data: (count) => ({
        hash: blamed.hash,
        ranges: ranges.slice(0, count).map(({ commit, line, lines }) => ({ line, lines, hash: commit.hash })),
      }),
    };
  },
});

export const log = tool({
  name: "log",
  title: "Log",
  description: "The commits that changed a file, or lines of it with what changed, newest first, through renames.",
  input: {
    ...place,
    from_line: LINE.optional().describe("History of these lines alone"),
    to_line: LINE.optional(),
    offset: z.int().min(0).max(100_000).default(0),
  },
  output: { hash: z.string().nullable(), commits: z.array(z.object({ hash: z.string(), path: z.string() })) },
  draft: async (scope, { project: slug, path, source, revision, from_line: from, to_line: to, offset }) => {
    requireOrdered(from, to);
    const project = scope.project(slug);
    const resolved = await findPathInSources(project, { path, source, revision, kinds: ["repository"] });
    const query = { repository: resolved.source.id, path: resolved.path, revision, from, to, offset, limit: PAGE_SIZE };
    const history = await project.invoke("codeHistory", { query });
    requireShown(history.status, resolved.source, revision);
    const { entries, total } = history;
    const end = offset + entries.length;
    return {
      lead: [
        `${total === null ? `More than ${counted(end, "commit")}` : counted(total, "commit")} changed ${from === undefined ? "the file" : `lines ${from} to ${to ?? from}`}${history.hash === null ? "" : `, up to ${shortHash(history.hash)}`}.`,
        ...(history.from === "index" ? ["This server has no copy of the repository: renames are not followed."] : []),
      ],
      fenced: [
        `${singleLine(resolved.path)} [${singleLine(resolved.source.name)}]`,
        `Page: ${codeHref(project, resolved.sources, { source: resolved.source.id, path: resolved.path, revision, line: from, lastLine: to })}`,
        ...staleness([resolved.source]),
      ],
      blocks: entries.map((entry) => [`- ${entryText(entry)}`, ...quotedBody(entry.patch.join("\n"))].join("\n")),
      more: (count) =>
        count < entries.length || history.has_more
          ? `Continue with offset=${offset + count}.`
          : total === null
            ? "Older commits are beyond the limits of this server and are not listed."
            : null,
      data: (count) => ({
        hash: history.hash,
        commits: entries.slice(0, count).map((entry) => ({ hash: entry.hash, path: entry.path })),
      }),
    };
  },
});

/** The ranges of a blame; those that follow each other and are of one commit are one, also where the commit had them apart. */
function mergedRanges({ commits, ranges }: CodeBlame): { commit: BlameCommit; line: number; lines: number }[] {
  const merged: { commit: BlameCommit; line: number; lines: number }[] = [];
  for (const { commit: number, line, lines } of ranges) {
    const commit = commits[number];
    const before = merged.at(-1);
    if (!commit) continue;
    if (before?.commit === commit && before.line + before.lines === line) before.lines += lines;
    else merged.push({ commit, line, lines });
  }
  return merged;
}

/** Keys first, then the names: the author between quotes, the title at the end. */
function commitText({ hash, at, author, title, issues, requests }: BlameCommit | HistoryEntry): string {
  // A number alone may be that of an issue or of a request.
  const keys = [
    ...issues.map(({ key }) => `issue ${plainKey(key)}`),
    ...requests.map(({ key }) => `request ${plainKey(key)}`),
  ];
  return `${shortHash(hash)} ${at.slice(0, 10)}${keys.length > 0 ? ` [${keys.join(", ")}]` : ""} ${quotedNames([author])}: ${singleLine(title)}`;
}

const entryText = (entry: HistoryEntry): string =>
  `${commitText(entry)}${entry.old_path !== null && entry.old_path !== entry.path ? `\n    ${entry.change ?? "moved"} from ${singleLine(entry.old_path)}` : ""}`;

/** @throws ToolRefusal for no such file, revision or lines, and where nothing can be read */
function requireShown(status: CodeBlame["status"], source: SourceRef, revision: string | undefined): void {
  if (status !== "shown") requireRead([source]);
  if (status === "missing")
    throw toolRefusal(
      "not_found",
      `There is no such file or line${revision === undefined ? "" : ` at ${singleLine(revision)}`}, or no such revision.`,
    );
  if (status === "unread" && revision !== undefined) throw unreadRevision(revision);
  if (status === "unread")
    throw toolRefusal("stale_source", "This server keeps no copy of the repository that it could be read from.");
  if (status === "large") throw toolRefusal("not_found", "The file or its history is over the limits of this server.");
}
