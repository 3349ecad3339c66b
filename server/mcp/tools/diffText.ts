/** A commit or a request as one text: its facts, its changed files, what was said about it, and the changed lines. */
import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { CommitFile } from "../../../contract/code/commits.ts";
import { toolRefusal, type ToolRefusal } from "../toolErrors.ts";
import type { Draft } from "../tokenBudget.ts";
import { singleLine, quotedNames, sanitized } from "../untrusted.ts";
import { wrapLine } from "../wrapLine.ts";
import { counted } from "./counted.ts";
import { versionedText } from "./textLines.ts";

/** Changed files that a refusal lists. */
const MAX_LISTED = 20;

/** A line, and what it is about: the structured answer names that while the line is shown. */
interface TextLine {
  readonly text: string;
  readonly file?: string;
  readonly issue?: string;
}

/** What the page of a text of lines has besides them. */
interface DiffPage {
  readonly from: number;
  readonly version: string | undefined;
  readonly lead: readonly string[];
  readonly fenced?: readonly string[];
  /** What no further call has, in sentences. */
  readonly unlisted: readonly string[];
  /** The structured answer; `shown`: files and issues of the lines that are shown. */
  readonly data: (shown: ReturnType<typeof shownOf>) => Readonly<Record<string, unknown>>;
}

/** A page of a text of lines. @throws ToolRefusal for a version of other lines */
export function diffPage(lines: readonly TextLine[], { from, version, lead, fenced, unlisted, data }: DiffPage): Draft {
  const texts = lines.map((line) => line.text);
  const text = versionedText(texts, { from, version, unlisted });
  return {
    ...text,
    lead: [...lead, ...text.lead],
    ...(fenced && { fenced }),
    data: (shown) => data(shownOf(lines, from, shown)),
  };
}

/** Lines about one thing; long ones are wrapped. */
export const linesAbout = (lines: readonly string[], about: Omit<TextLine, "text"> = {}): TextLine[] =>
  lines.flatMap((line) => wrapLine(sanitized(line))).map((text) => ({ text, ...about }));

/** Files and issues of the lines that are shown. */
function shownOf(lines: readonly TextLine[], from: number, shown: number) {
  const page = lines.slice(from - 1, from - 1 + shown);
  const distinct = (names: readonly (string | undefined)[]) => [...new Set(names.filter((name) => name !== undefined))];
  return { files: distinct(page.map(({ file }) => file)), issues: distinct(page.map(({ issue }) => issue)) };
}

/** An issue of a commit or a request; its title, which may be anything, is last. */
export const issueFact = ({ key, state, title }: IssueRef, how: string): string =>
  `issue, ${how}, ${state}: ${singleLine(key)} ${singleLine(title)}`;

/** A file of a difference: what happened to it, and its lines as git writes them. Nothing of ours begins like a line of git's. */
function diffLines(file: CommitFile): string[] {
  const { path, old_path: old, change, added, removed, kind, folded, clipped, hunks } = file;
  return [
    `${change} (+${added ?? "?"} -${removed ?? "?"})${kind === "text" ? "" : ` ${kind}`}: ${singleLine(path)}`,
    ...(old === null ? [] : [`before: ${singleLine(old)}`]),
    ...(clipped ? ["(the ends of some of its lines are left out, which are over 2,000 characters)"] : []),
    ...hunks.flatMap((hunk) => [
      `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@ ${singleLine(hunk.heading)}`.trimEnd(),
      ...hunk.lines,
    ]),
    ...(folded === null ? [] : [`(${folded}: ${hunks.length > 0 ? "further " : ""}lines are left out)`]),
  ];
}

/** What the difference of a commit and of a request have in common. */
interface Difference {
  readonly status: string;
  readonly total: number;
  readonly files: readonly CommitFile[];
}

/**
 * Facts, the list of files, what is between, and the difference. A reader who wants the code alone jumps over what is between: the list names
 * the line at which the lines of each file begin. A difference that is not known is not mentioned.
 * @param withoutLines files of which no lines are known
 */
export function withDiff(
  facts: readonly TextLine[],
  between: readonly TextLine[],
  { status, total, files }: Difference,
  withoutLines: readonly TextLine[] = [],
): TextLine[] {
  if (status === "unavailable") return [...facts, ...between];
  const paths = files.map(({ path }) => wrapLine(singleLine(path)));
  const changes = files.map((file) => linesAbout(diffLines(file), { file: singleLine(file.path) }));
  let start = facts.length + paths.flat().length + between.length + 3;
  const contents = files.flatMap(({ path }, at) => {
    const [first = "", ...rest] = paths[at] ?? [];
    const entry = [`  from_line=${start} ${first}`, ...rest].map((text) => ({ text, file: singleLine(path) }));
    start += changes[at]?.length ?? 0;
    return entry;
  });
  return [
    ...facts,
    { text: `Changed files: ${total}` },
    ...contents,
    ...between,
    { text: "## Diff" },
    ...changes.flat(),
    ...withoutLines,
  ];
}

/** What the text lacks, in sentences. @param path of the only file that was asked for */
export function unlistedOf({ total, files, status }: Difference, path: string | undefined): string[] {
  const folded = files.filter((file) => file.folded !== null).length;
  const more = status === "shown" && path === undefined ? total - files.length : 0;
  return [
    ...(folded === 0
      ? []
      : path === undefined
        ? [`Left out are the lines of ${counted(folded, "file")}: ask with path for each.`]
        : ["Further lines of this file are over the limit of this server."]),
    ...(files.some(({ clipped }) => clipped) ? ["The ends of lines over 2,000 characters are left out."] : []),
    ...(more > 0 ? [`${more} more files are not listed.`] : []),
  ];
}

/**
 * A difference, or with a path that of this file alone, read with the larger limit of a file.
 * @throws ToolRefusal with the changed paths
 */
export async function onlyFile<D extends Difference>(
  diff: D,
  path: string | undefined,
  read: (number: number) => Promise<Pick<Difference, "files">>,
): Promise<D> {
  const { files, status, total } = diff;
  if (path === undefined || status !== "shown") return diff;
  const matchingFile = files.find((file) => file.path === path || file.old_path === path);
  if (!matchingFile) throw fileNotChanged(files, total);
  return {
    ...diff,
    files: (await read(matchingFile.number)).files.filter(({ number }) => number === matchingFile.number),
  };
}

/** @param total of the changed files, of which these are the first */
export function fileNotChanged(files: readonly { readonly path: string }[], total: number): ToolRefusal {
  if (total === 0) return toolRefusal("not_found", "It changes no files.");
  const missing =
    total > files.length
      ? `This file is not among the first ${files.length} changed files, which are listed; others are not.`
      : "It does not change this file.";
  const shown = total > MAX_LISTED ? `It changes ${total} files, beginning with these:` : "It changes these:";
  return toolRefusal("not_found", `${missing} ${shown}`, [
    quotedNames(files.slice(0, MAX_LISTED).map(({ path }) => path)),
  ]);
}
