import { DAY_MS, HOUR_MS } from "../../../contract/durations.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../../git/gitProcess.ts";
import { productFile } from "../../productFiles.ts";
import { readDemoIssues, demoTrackerOf } from "./demoData.ts";
import type { HostData, HostEvent, HostFile, HostIssue, HostLineComment, HostReview, HostUser } from "../hosts/hostData.ts";
import type { WikiData } from "../hosts/wikiHostData.ts";
import { ternReleases } from "./ternReleases.ts";
import { readWiki } from "./wikiData.ts";

const FOLDER = productFile("server/demo/data/tern");
/** Days from the first commit of the sample to a few days after its last issue. */
const LENGTH = 416;

const USERS: readonly HostUser[] = [
  { id: 101, login: "mira-solak", name: "Mira Solak", email: "mira@clew.example" },
  { id: 102, login: "tomas-brandt", name: "Tomas Brandt", email: "tomas@clew.example" },
  { id: 201, login: "kemal-aydin", name: "Kemal Aydın", email: "kemal@tern.example" },
  { id: 202, login: "priya-raman", name: "Priya Raman", email: "priya@tern.example" },
  { id: 203, login: "jonas-weber", name: "Jonas Weber", email: "jonas@tern.example" },
  { id: 204, login: "aiko-tanaka", name: "Aiko Tanaka", email: "aiko@tern.example" },
  { id: 205, login: "lena-dispatch", name: "Lena", email: null },
  { id: 206, login: "courier-ops", name: null, email: null },
];

/** Day 0 of the sample's story, so that it ends just before `today`: its insights show what is new whenever the demo is set up. */
export const ternStart = (today: number): number => Math.floor(today / DAY_MS) * DAY_MS - LENGTH * DAY_MS;

/**
 * The tracker of the sample project: fourteen months of a small team that plans courier routes.
 * @param start as `ternStart` gives it
 * @param merges what git knows of its pull requests, as `readMerges` gives it
 */
export function loadTernData(start: number, merges: ReadonlyMap<number, Merge> = new Map()): HostData {
  const issues = readDemoIssues(join(FOLDER, "issues"), start).map((issue) => withMerge(issue, merges.get(issue.number)));
  const tracker = demoTrackerOf({
    id: 7701,
    name: "tern",
    description: "Plans the day of a courier company.",
    users: USERS,
    issues,
    start,
  });
  return { ...tracker, events: eventsOf(issues), releases: ternReleases(start) };
}

/** The wiki of the sample project: what its team wrote down, some of it true no more. */
export const loadTernWiki = (start: number): WikiData =>
  readWiki(join(FOLDER, "wiki"), {
    space: { id: "8801", key: "TERN", name: "Tern handbook" },
    people: USERS.map(({ login, name, email }) => ({ accountId: login, name: name ?? login, email })),
    start,
  });

/** A merged pull request in git. */
export interface Merge {
  readonly mergeSha: string;
  readonly baseSha: string;
  readonly headSha: string;
  readonly files: readonly HostFile[];
}

/** The merges of pull requests on a repository's main branch, by the number that their message names. */
export async function readMerges(repository: string): Promise<Map<number, Merge>> {
  const format = "--format=%x00%H %P %s";
  const options = ["--first-parent", "--merges", "-m", "--no-renames", "--raw", "--numstat", "--no-abbrev"];
  const { code, output, stderr } = await runGit(["-C", repository, "log", ...options, format, "main"]);
  if (code !== 0) throw new Error(`The sample's history cannot be read: ${stderr}`);
  const merges = new Map<number, Merge>();
  for (const part of output.toString("utf8").split("\0").slice(1)) {
    const [head = "", ...lines] = part.split("\n");
    const [, mergeSha = "", baseSha = "", headSha = "", number] =
      /^(\S+) (\S+) (\S+) Merge pull request #(\d+) /.exec(head) ?? [];
    if (number !== undefined) merges.set(Number(number), { mergeSha, baseSha, headSha, files: filesOf(lines) });
  }
  return merges;
}

const STATES: Readonly<Record<string, HostFile["status"]>> = { A: "added", D: "removed", M: "modified" };

/** Files of git's `--raw --numstat` lines. */
function filesOf(lines: readonly string[]): HostFile[] {
  const states = new Map<string, HostFile["status"]>();
  const files: HostFile[] = [];
  for (const line of lines) {
    const [, letter = "", changed] = /^:\S+ \S+ \S+ \S+ (\w)\t(.+)$/.exec(line) ?? [];
    if (changed !== undefined) states.set(changed, STATES[letter] ?? "modified");
    const [, additions, deletions, path] = /^(\d+)\t(\d+)\t(.+)$/.exec(line) ?? [];
    if (path === undefined) continue;
    files.push({
      path,
      status: states.get(path) ?? "modified",
      additions: Number(additions),
      deletions: Number(deletions),
    });
  }
  return files;
}

function withMerge(issue: HostIssue, merge: Merge | undefined): HostIssue {
  if (!issue.pull || !merge) return issue;
  const { mergeSha, baseSha, headSha, files } = merge;
  const lineComments = lineCommentsOf(issue.pull.reviews, files[0]?.path, issue.author);
  return { ...issue, pull: { ...issue.pull, mergeSha, baseSha, headSha, files: [...files], lineComments } };
}

/** The first review has a comment at the first file, which the author answers. */
function lineCommentsOf(
  reviews: readonly HostReview[],
  path: string | undefined,
  answeredBy: string | null,
): HostLineComment[] {
  if (path === undefined) return [];
  return reviews.slice(0, 1).flatMap(({ id, author, submittedAt }): HostLineComment[] => {
    const comment = { review: id, path, line: 1, hunk: "", createdAt: submittedAt };
    const first = id * 10;
    return [
      { ...comment, id: first, author, body: "Which test covers this?" },
      {
        ...comment,
        id: first + 1,
        replyTo: first,
        author: answeredBy,
        body: "The one that I have just added.",
        createdAt: new Date(Date.parse(submittedAt) + HOUR_MS).toISOString(),
      },
    ];
  });
}

/** What the host returns for each issue: who was assigned, and when it was closed. */
function eventsOf(issues: readonly HostIssue[]): HostEvent[] {
  return issues.flatMap(({ number, author, assignees, createdAt, closedAt, closedBy }): HostEvent[] => [
    ...assignees.map((assignee, index): HostEvent => ({
      id: number * 10 + index,
      issue: number,
      kind: "assigned",
      actor: author,
      assignee,
      createdAt,
    })),
    ...(closedAt
      ? [{ id: number * 10 + 9, issue: number, kind: "closed" as const, actor: closedBy ?? null, createdAt: closedAt }]
      : []),
  ]);
}

/** The sample's git history as `git fast-import` reads it, with its times moved to begin at `start`. */
export const ternHistory = (start: number): string =>
  shiftTimes(readFileSync(join(FOLDER, "history.fast-export")), Math.floor(start / 1000));

/** Adds seconds to every author's and committer's time of a fast-export stream. The contents of files and messages are unchanged. */
export function shiftTimes(stream: Buffer, seconds: number): string {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < stream.length) {
    const newline = stream.indexOf(10, at);
    const end = newline < 0 ? stream.length : newline + 1;
    const line = stream.toString("utf8", at, end);
    const [, who, time, zone] = /^((?:author|committer) .*> )(\d+)( [+-]\d{4}\n?)$/.exec(line) ?? [];
    parts.push(who ? Buffer.from(`${who}${Number(time) + seconds}${zone}`) : stream.subarray(at, end));
    at = end;
    const [, length] = /^data (\d+)\n$/.exec(line) ?? [];
    if (length !== undefined) {
      parts.push(stream.subarray(at, at + Number(length)));
      at += Number(length);
    }
  }
  return Buffer.concat(parts).toString("utf8");
}
