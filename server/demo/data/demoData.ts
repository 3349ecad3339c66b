import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { productFile } from "../../productFiles.ts";
import { readStoryFile, storyList, storyTime, type StoryFile } from "./storyFile.ts";
import type { HostComment, HostData, HostIssue, HostLabel, HostPull, HostReview, HostUser } from "../hosts/hostData.ts";

const FOLDER = productFile("server/demo/data/issues");
/** Day 0 of the issues' dates (milliseconds since 1970). Fixed, so that every start of the demo has the same data. */
const START = Date.UTC(2026, 4, 25);

const USERS: readonly HostUser[] = [
  { id: 101, login: "mira-solak", name: "Mira Solak", email: "mira@clew.example" },
  { id: 102, login: "tomas-brandt", name: "Tomas Brandt", email: "tomas@clew.example" },
  { id: 103, login: "ece-yildirim", name: "Ece Yıldırım", email: null },
  { id: 104, login: "jb-riedel", name: null, email: null },
  { id: 105, login: "priya-n", name: "Priya", email: null },
  { id: 106, login: "oldgit", name: null, email: null },
];

const LABELS: readonly HostLabel[] = [
  { name: "bug", color: "d73a4a", description: "Something does not work as it should" },
  { name: "enhancement", color: "a2eeef", description: "Something new or better" },
  { name: "question", color: "d876e3", description: "An answer is wanted" },
  { name: "documentation", color: "0075ca", description: "Words about the product" },
  { name: "duplicate", color: "cfd3d7", description: "Reported before" },
  { name: "needs information", color: "fbca04", description: "Cannot be worked on without more information" },
  { name: "accessibility", color: "5319e7", description: null },
  { name: "incident", color: "e11d21", description: "Users could not work" },
  { name: "severity: high", color: "b60205", description: "Data or access is at stake" },
];

/**
 * Reads one issue: a head of `name: value` between two lines of three dashes, the text, and comments that each begin with a line
 * such as `--- login 12 09:30`.
 * @param start day 0 of its times, in milliseconds since 1970
 */
export function readIssue(number: number, text: string, start: number = START): HostIssue {
  const file = readStoryFile(`Issue ${number}`, text);
  const { field, find } = file;
  const [body = "", ...parts] = file.text.split(/^--- (?=[a-z-]+ \d+ \d\d:\d\d$)/m);
  const comments = parts.map((part, index): HostComment => {
    const [first = "", ...lines] = part.split("\n");
    const space = first.indexOf(" ");
    const at = storyTime(first.slice(space + 1), start);
    return {
      id: number * 100 + index + 1,
      author: first.slice(0, space),
      body: lines.join("\n").trim(),
      createdAt: at,
      updatedAt: at,
    };
  });
  const createdAt = storyTime(field("opened"), start);
  const closed = /^(\d+ \d\d:\d\d) (\S+) (completed|not_planned|duplicate)$/.exec(find("closed") ?? "");
  if (find("closed") !== undefined && !closed) throw new Error(`Issue ${number} does not say how it was closed.`);
  const closedAt = closed?.[1] ? storyTime(closed[1], start) : null;
  const times = [createdAt, ...comments.map((comment) => comment.createdAt), ...(closedAt ? [closedAt] : [])];
  return {
    number,
    title: field("title"),
    body: body.trim(),
    author: field("author"),
    assignees: storyList(find("assignees")),
    labels: storyList(find("labels")),
    state: closedAt ? "closed" : "open",
    stateReason: closed?.[3] as HostIssue["stateReason"],
    createdAt,
    updatedAt: times.toSorted().at(-1) ?? createdAt,
    closedAt,
    closedBy: closed?.[2] ?? null,
    ...readWorkflow(number, file),
    isPullRequest: find("pull") !== undefined,
    ...(find("reviews") !== undefined || find("branch") !== undefined
      ? { pull: readPull(number, file, closedAt, start) }
      : {}),
    comments,
  };
}

/** `milestone: 0.2`, `type: Bug`, `priority: High`, `reactions: 4`, `parent: 10`, `blocked by: 12, 13`; each may be missing. */
function readWorkflow(
  number: number,
  { find }: StoryFile,
): Pick<HostIssue, "milestone" | "type" | "priority" | "reactions" | "parent" | "blockedBy"> {
  const [milestone, type, priority] = [find("milestone"), find("type"), find("priority")];
  const numberOf = (text: string): number => {
    if (!/^\d+$/.test(text)) throw new Error(`Issue ${number} has a number that cannot be read: "${text}"`);
    return Number(text);
  };
  const [reactions, parent] = [find("reactions"), find("parent")];
  const blockedBy = storyList(find("blocked by")).map(numberOf);
  return {
    ...(milestone !== undefined && { milestone }),
    ...(type !== undefined && { type }),
    ...(priority !== undefined && { priority }),
    ...(reactions !== undefined && { reactions: numberOf(reactions) }),
    ...(parent !== undefined && { parent: numberOf(parent) }),
    ...(blockedBy.length > 0 && { blockedBy }),
  };
}

const NO_COMMIT = "0".repeat(40);

/** The header of a pull request: `branch: name`, `reviews: login 12 09:30 approved, …`. Its commits are read from the repository. */
function readPull(number: number, { find }: StoryFile, mergedAt: string | null, start: number): HostPull {
  const reviews = storyList(find("reviews")).map((text, index): HostReview => {
    const [, author = "", at = "", state] =
      /^(\S+) (\d+ \d\d:\d\d) (approved|changes_requested|commented)$/.exec(text) ?? [];
    if (state === undefined) throw new Error(`Issue ${number} has a review that cannot be read: "${text}"`);
    return {
      id: number * 100 + index + 1,
      author,
      state: state as HostReview["state"],
      submittedAt: storyTime(at, start),
      body: "",
    };
  });
  const headRef = find("branch") ?? "";
  return { headRef, headSha: NO_COMMIT, baseSha: NO_COMMIT, mergeSha: null, mergedAt, reviews, files: [] };
}

/** The issues in a folder of such files, by number. */
export function readDemoIssues(folder: string, start: number): HostIssue[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => readIssue(Number.parseInt(name, 10), readFileSync(join(folder, name), "utf8"), start));
}

/** A tracker of the demo out of its issues, with the labels that they name. */
export function demoTrackerOf({
  id,
  name,
  description,
  users,
  issues,
  start,
}: {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly users: readonly HostUser[];
  readonly issues: HostIssue[];
  readonly start: number;
}): HostData {
  const areas = new Set(issues.flatMap(({ labels }) => labels).filter((label) => label.startsWith("area: ")));
  const createdAt = storyTime("0 00:00", start);
  const newest = issues.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), createdAt);
  return {
    repository: {
      id,
      owner: name,
      name,
      description,
      language: "TypeScript",
      isPrivate: false,
      defaultBranch: "main",
      createdAt,
      updatedAt: newest,
      pushedAt: newest,
    },
    users: [...users],
    labels: [...LABELS, ...[...areas].toSorted().map((area) => ({ name: area, color: "c2e0c6", description: null }))],
    issues,
  };
}

/** The tracker of the demo: issues of this code. */
export const loadDemoData = (): HostData =>
  demoTrackerOf({
    id: 7700,
    name: "clew",
    description: "Follows the thread from an issue to the code, the people and the pages.",
    users: USERS,
    issues: readDemoIssues(FOLDER, START),
    start: START,
  });
