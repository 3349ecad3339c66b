/**
 * Are the reviewers, and the files that change along, those that Clew names on a request? Takes merged requests from the merge commits of
 * the repositories given. A reviewer is right who merged it and is none of its authors. Of the files of a request of several, one is left
 * out at a time and must be named. The baselines name the people with the most commits to the files of the request, and the files most
 * often changed with them. Nothing at or after the first commit of a request is read.
 *
 *     node bench/checks.ts --cases 60 --cache /tmp/bench DIR [DIR …]      DIR: bare git repositories
 */
import { join } from "node:path";
import { type PeopleTable, isBefore, peopleTable } from "../server/engines/identities/peopleTable.ts";
import { BULK_COMMIT_FILES } from "../server/engines/ranking/bulkCommits.ts";
import { currentFiles } from "../server/engines/ranking/commits.ts";
import type { ChangedFile } from "../server/engines/review/changedPlaces.ts";
import { missingFiles } from "../server/engines/review/missingFiles.ts";
import { placesOfRequest, reviewRequest } from "../server/engines/review/reviewRequest.ts";
import { resolveCommit } from "../server/git/commitLookup.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import { localMirror } from "../server/git/MirrorReads.ts";
import type { OpenedIndex } from "../server/index/OpenedIndex.ts";
import { changedFilesOf } from "../server/project/filesOfDiff.ts";
import { readFiles } from "../server/project/commitDiff.ts";
import { benchArguments, requireRepositories } from "./questions/benchArguments.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { CaseIndexes } from "./questions/caseIndex.ts";

const { values: options, positionals } = benchArguments({});
requireRepositories(positionals.length);

const DEPTH = 3;
const SIGNAL = new AbortController().signal;
const LIMITS = { maxFiles: 3000, maxFileLines: 600, maxLines: 4000, maxBytes: 8 << 20, timeoutMs: 20_000 };

/** Right answers among the first three, and how many questions had an answer at all. */
class Hits {
  readonly #outcomes: { readonly isHit: boolean; readonly isAnswered: boolean }[] = [];

  add(ranked: readonly number[], isRight: (candidate: number) => boolean): void {
    const named = ranked.slice(0, DEPTH);
    this.#outcomes.push({ isHit: named.some(isRight), isAnswered: named.length > 0 });
  }

  get text(): string {
    const count = this.#outcomes.length;
    const hits = this.#outcomes.filter(({ isHit }) => isHit).length;
    const answered = this.#outcomes.filter(({ isAnswered }) => isAnswered).length;
    const share = (part: number, of: number): string => `${Math.round((100 * part) / Math.max(1, of))} %`;
    return `${hits}/${count} (${share(hits, count)}; ${share(hits, answered)} of ${answered} answers)`;
  }
}
const newScores = () => ({ reviewers: new Hits(), mostCommits: new Hits(), files: new Hits(), mostOften: new Hits() });
type BenchScores = ReturnType<typeof newScores>;
const total = newScores();
const times: number[] = [];

for (const folder of positionals) {
  const gitDir = await findGitDir(folder);
  const repository = repositoryName(folder);
  const scores = newScores();
  await measure(gitDir, new CaseIndexes(gitDir, join(options.cache, repository)), [scores, total]);
  print(repository, scores);
}
print("all", total);
times.sort((a, b) => a - b);
const timeAt = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
process.stdout.write(`findings of one request: ms p50 ${timeAt(0.5)} p95 ${timeAt(0.95)}\n`);

function print(name: string, { reviewers, mostCommits, files, mostOften }: BenchScores): void {
  process.stdout.write(`${name}\n  reviewer@3       ${reviewers.text}\n  most commits     ${mostCommits.text}\n`);
  process.stdout.write(`  left-out file@3  ${files.text}\n  most often       ${mostOften.text}\n`);
}

interface MergedRequest {
  readonly title: string;
  readonly files: readonly ChangedFile[];
  readonly merge: number;
  /** Numbers of its commits. */
  readonly requestCommits: readonly number[];
  /** Seconds since 1970 of its first commit. */
  readonly before: number;
}

async function measure(gitDir: string, indexes: CaseIndexes, scores: readonly BenchScores[]): Promise<void> {
  const mirror = localMirror(gitDir);
  const [history] = (await indexes.at(await resolveCommit(gitDir, "HEAD"))).commits;
  if (!history) return;
  const { table } = history;
  let cases = 0;
  for (let merge = 0; merge < table.length && cases < Number(options.cases); merge++) {
    const [first, second] = [table.parent(merge, 0), table.parent(merge, 1)];
    if (first < 0 || second < 0 || !/#\d+/.test(table.subject(merge))) continue;
    const tip = table.hash(second);
    const base = await mirror.findMergeBase(table.hash(first), tip, SIGNAL);
    if (base === null || base === tip) continue;
    const sides = { commit: tip, parent: base, ignoresWhitespace: false };
    // A copy without its largest files lacks some differences.
    const { files } = await readFiles(mirror, sides, LIMITS, SIGNAL).catch(() => ({ files: [] }));
    if (files.length === 0 || files.length > BULK_COMMIT_FILES.coupling) continue;
    const { commits } = await mirror.readCommitsBetween({ base, head: tip, maxCommits: 200 }, SIGNAL);
    const requestCommits = commits.flatMap(({ hash }) => table.withHash(hash, 1));
    if (requestCommits.length === 0) continue;
    cases += 1;
    const before = Math.min(...requestCommits.map((commit) => table.times[commit] ?? 0));
    const title = table.subject(second);
    const request = { title, files: changedFilesOf(files), merge, requestCommits, before };
    score(await indexes.at(base), request, scores);
  }
}

function score(index: OpenedIndex, request: MergedRequest, scores: readonly BenchScores[]): void {
  const { title, files, merge, requestCommits, before } = request;
  const people = peopleTable(index, { beforeSeconds: before });
  const [history] = people.histories;
  if (!history) return;
  const { table } = history.commits;
  const personOf = ({ name, email }: { readonly name: string; readonly email: string }): number =>
    people.people.findIndex((person) => person.emails.has(email) || person.name.toLowerCase() === name.toLowerCase());
  const authors = new Set(requestCommits.map((commit) => personOf(table.author(commit))));
  const merger = personOf(table.author(merge));
  const input = {
    member: 0,
    title,
    body: "",
    files,
    total: files.length,
    excluded: authors,
    load: new Map<number, number>(),
    knowledge: { reviews: new Map<number, number>(), pages: new Map<number, number>() },
    beforeSeconds: before,
  };
  const startedAt = performance.now();
  const { reviewers } = reviewRequest(index, people, input);
  times.push(performance.now() - startedAt);
  const { places } = placesOfRequest(index, 0, files);
  // Someone who never contributed before cannot be named by either.
  if (merger >= 0 && !authors.has(merger) && (people.lastActive[merger] ?? 0) > 0 && places.length > 0) {
    const ranked = reviewers.map(({ person }) => person);
    const simple = mostCommits(index, people, new Set(places.map(({ file }) => file)), before);
    for (const sample of scores) {
      sample.reviewers.add(ranked, (person) => person === merger);
      sample.mostCommits.add(
        simple.filter((person) => !authors.has(person)),
        (person) => person === merger,
      );
    }
  }
  if (places.length < 2 || places.length > 8) return;
  for (const omitted of places) {
    const rest = places.filter((place) => place !== omitted);
    const code = index.code[0];
    const missing = missingFiles(index, 0, rest, { total: files.length - 1, beforeSeconds: before });
    const named = missing.map(({ path }) => code?.files.find(path) ?? -1);
    const simple = mostOften(index, new Set(rest.map(({ file }) => file)), before);
    for (const sample of scores) {
      sample.files.add(named, (file) => file === omitted.file);
      sample.mostOften.add(simple, (file) => file === omitted.file);
    }
  }
}

/** The people with the most commits to these files, first. */
function mostCommits(index: OpenedIndex, people: PeopleTable, files: ReadonlySet<number>, before: number): number[] {
  const counts = new Map<number, number>();
  eachChange(index, before, (commit, changed) => {
    const author = people.histories[0]?.authors[commit] ?? -1;
    if (people.people[author]?.isBot === false && changed.some((file) => files.has(file)))
      counts.set(author, (counts.get(author) ?? 0) + 1);
  });
  return byCount(counts);
}

/** The files most often changed with these, first. */
function mostOften(index: OpenedIndex, files: ReadonlySet<number>, before: number): number[] {
  const counts = new Map<number, number>();
  eachChange(index, before, (_, changed) => {
    if (!changed.some((file) => files.has(file))) return;
    for (const file of changed) if (!files.has(file)) counts.set(file, (counts.get(file) ?? 0) + 1);
  });
  return byCount(counts);
}

function eachChange(index: OpenedIndex, before: number, see: (commit: number, files: number[]) => void): void {
  const [code] = index.code;
  const [commits] = index.commits;
  if (!code || !commits) return;
  const now = currentFiles(code, commits);
  for (let commit = 0; commit < commits.table.length; commit++) {
    if (commits.table.isMerge(commit) || !isBefore(commits.table.times[commit] ?? 0, before)) continue;
    const files = Array.from(commits.table.changes(commit), (path) => now[path] ?? -1).filter((file) => file >= 0);
    see(commit, files);
  }
}

function byCount(counts: ReadonlyMap<number, number>): number[] {
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([key]) => key);
}
