/**
 * The numbers of a real history against what git itself says: the repository is made by git, synced as any other, and counted again here
 * from the sentences of the definitions alone.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DateTime } from "luxon";
import { WEEK_SECONDS } from "../../../contract/durations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PeopleTable, peopleTable } from "../../../server/engines/identities/peopleTable.ts";
import type { Facts } from "../../../server/engines/insights/facts.ts";
import { loadFacts } from "../../../server/features/insights/facts/loadFacts.ts";
import { measure } from "../../../server/engines/insights/measure.ts";
import { windowOf } from "../../../server/engines/insights/periods.ts";
import { viewRows } from "../../../server/engines/insights/viewRows.ts";
import { viewsOf } from "../../../server/engines/insights/views.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { countLines } from "../../../server/sources/git/lineCounts.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { runProgram } from "../support/smallProcess.ts";
import { temporaryFolder } from "../sources/gitFixture.ts";
import { addSource, makeProject, startSync, type TestSync, whenSettled } from "../sync/syncFixture.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

const NOW = new Date("2026-11-18T12:00:00Z");
const ZONES = ["Europe/Istanbul", "America/New_York", "Asia/Kathmandu", "UTC"];
const ALL = { repository: [], tracker: [], person: [], label: [], type: [] };
const MANY_FILES = Array.from({ length: 31 }, (_, i) => `lib/part${i}.py`);

interface Step {
  readonly author: string;
  /** When it was written and, where that is another time, when it was committed; by whom. */
  readonly at: string;
  readonly committedAt?: string;
  readonly committer?: string;
  /** Null deletes; a pair moves. */
  readonly files?: Readonly<Record<string, string | Buffer | null>>;
  readonly move?: readonly [from: string, to: string];
  readonly merge?: string;
  readonly branch?: string;
}

const ADA = "Ada Kaya <ada@example.org>";
const ADA_OLD = "ada <Ada@Old.example.org>";
const ADA_HIDDEN = "Ada <12+ada@users.noreply.github.com>";
const CEM = "Cem Öz <cem@example.org>";
const NAMESAKE = "Cem Öz <other.cem@example.net>";
const TRAVIS = "Travis <travis@example.org>";
const BOT = "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>";
const lines = (count: number, word = "line"): string =>
  `${Array.from({ length: count }, (_, i) => `${word} ${i}`).join("\n")}\n`;

const STEPS: readonly Step[] = [
  {
    author: ADA,
    at: "2026-01-10T10:00:00Z",
    files: {
      "src/core.py": lines(40),
      "docs/guide.md": "# Guide\n",
      ".mailmap": "Ada Kaya <ada@example.org> <ada@old.example.org>\n",
    },
  },
  { author: ADA_OLD, at: "2026-02-01T04:59:59Z", files: { "src/core.py": lines(50), "src/parser.py": lines(30) } },
  // A second later it is February in New York as well.
  { author: CEM, at: "2026-02-01T05:00:00Z", files: { "src/core.py": lines(55), "src/parser.py": lines(35) } },
  // Written in March, applied by another in April.
  {
    author: NAMESAKE,
    at: "2026-03-20T08:00:00Z",
    committer: ADA,
    committedAt: "2026-04-02T08:00:00Z",
    files: { "src/parser.py": lines(33, "row") },
  },
  {
    author: BOT,
    at: "2026-04-03T08:00:00Z",
    files: { "requirements.txt": "a==1\n", "docs/guide.md": "# Guide by a program\n" },
  },
  {
    author: ADA_HIDDEN,
    at: "2026-05-01T00:00:00Z",
    files: { "logo.bin": Buffer.from([0, 1, 2, 0, 3]), "src/core.py": lines(54) },
  },
  // The half hour in which Istanbul, Kathmandu and UTC are in different days.
  {
    author: TRAVIS,
    at: "2026-06-30T18:20:00Z",
    branch: "side",
    files: { "src/side.py": lines(12), "src/core.py": lines(60) },
  },
  { author: CEM, at: "2026-06-30T21:30:00Z", branch: "main", files: { "README.md": "Hello\n" } },
  { author: ADA, at: "2026-07-01T12:00:00Z", branch: "main", merge: "side" },
  // Moved with a few changes; then the clock of New York goes back.
  {
    author: CEM,
    at: "2026-10-31T20:00:00Z",
    move: ["src/parser.py", "lib/parser.py"],
    files: { "src/core.py": lines(61) },
  },
  { author: ADA, at: "2026-11-01T05:30:00Z", files: { "lib/parser.py": lines(36, "row"), "src/core.py": lines(62) } },
  { author: ADA, at: "2026-11-01T06:30:00Z", files: Object.fromEntries(MANY_FILES.map((path) => [path, "x = 1\n"])) },
  { author: CEM, at: "2026-11-16T00:10:00Z", files: { "lib/parser.py": lines(37, "row"), "src/core.py": lines(63) } },
  { author: CEM, at: "2026-11-17T09:00:00Z", files: { "src/side.py": null, "docs/guide.md": "# Guide\n\nMore.\n" } },
];

let database: TestDb;
let sync: TestSync;
let facts: Facts;
let index: OpenedIndex;
let source: string;
let history: readonly Counted[];
const { path: folder, remove } = temporaryFolder();

const git = (args: readonly string[], environment: Record<string, string> = {}): string =>
  runProgram("git", ["-C", folder, ...args], {
    env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C", ...environment },
  }).toString();

function makeHistory(): void {
  git(["init", "--quiet", "--initial-branch=main"]);
  let branch = "main";
  for (const [i, step] of STEPS.entries()) {
    const who = (text: string) => /^(.*) <(.*)>$/.exec(text)?.slice(1) ?? [];
    const [name = "", email = ""] = who(step.author);
    const [committer = "", address = ""] = who(step.committer ?? step.author);
    const environment = {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: step.at,
      GIT_COMMITTER_NAME: committer,
      GIT_COMMITTER_EMAIL: address,
      GIT_COMMITTER_DATE: step.committedAt ?? step.at,
    };
    if (step.branch !== undefined && step.branch !== branch) {
      git(step.branch === "main" ? ["switch", "--quiet", "main"] : ["switch", "--quiet", "-c", step.branch]);
      ({ branch } = step as { branch: string });
    }
    if (step.merge !== undefined) {
      git(["merge", "--quiet", "--no-ff", "-m", "Merge", step.merge], environment);
      continue;
    }
    if (step.move) {
      mkdirSync(join(folder, dirname(step.move[1])), { recursive: true });
      git(["mv", ...step.move]);
    }
    for (const [path, content] of Object.entries(step.files ?? {})) {
      if (content === null) git(["rm", "--quiet", path]);
      else {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    }
    git(["add", "--all"]);
    git(["commit", "--quiet", "--no-verify", "-m", `Step ${i}`], environment);
  }
}

/** A commit that counts: no merge, and not by the program. */
interface Counted {
  readonly hash: string;
  readonly author: string;
  readonly at: number;
  readonly lines: number;
  readonly paths: readonly string[];
}

/** What git says, read another way than the server reads it. */
function counted(): Counted[] {
  const log = git(["log", "--no-merges", "--use-mailmap", "--numstat", "-M", "--format=%x01%H%x02%aE%x02%aN%x02%cI"]);
  return log
    .split("\u0001")
    .slice(1)
    .flatMap((record): Counted[] => {
      const [head = "", ...rest] = record.split("\n");
      const [hash = "", email = "", name = "", at = ""] = head.split("\u0002");
      if (name === "dependabot[bot]") return [];
      const changed = rest.flatMap((line) => /^(\d+)\t(\d+)\t/.exec(line)?.slice(1, 3).map(Number) ?? []);
      // Here no address but one has two names, so that a full name identifies as much as an address.
      const address = email.toLowerCase();
      return [
        {
          hash,
          author: name.includes(" ") ? name : (/^\d+\+(.+)@users\.noreply\.github\.com$/.exec(address)?.[1] ?? address),
          at: Date.parse(at),
          lines: changed.reduce((sum, count) => sum + count, 0),
          paths: git(["show", "--no-renames", "--name-only", "--format=", hash]).trim().split("\n"),
        },
      ];
    });
}

beforeAll(async () => {
  makeHistory();
  history = counted();
  database = await openTestDb();
  sync = await startSync({ database, dataDir: database.dataDir, allowedPaths: [folder] });
  const { projectId } = await makeProject(database);
  source = await addSource(database, projectId, { kind: "repository", provider: "git", url: folder });
  await sync.sync.request([source]);
  const { sync_error } = await whenSettled(database, source);
  if (sync_error !== null) throw new Error(sync_error);
  const { db } = database;
  const commits = await db.selectFrom("git_commits").select(["id", "hash"]).execute();
  const counts = await countLines(
    join(folder, ".git"),
    commits.map(({ hash }) => hash),
  );
  for (const { id, hash } of commits) {
    const { added = 0, deleted = 0 } = counts.get(hash) ?? {};
    await db.updateTable("git_commits").set({ added, deleted }).where("id", "=", id).execute();
  }
  index = await new IndexCache(createFileBlobs(join(database.dataDir, "blobs"))).open(
    await readStoredManifest(db, projectId),
  );
  ({ facts } = await loadFacts({ db, project: { id: projectId, slug: "atlas" }, index }));
});
afterAll(async () => {
  await sync.stop();
  await database.close();
  remove();
});

const PAIRS = [
  ["30d", "weekly"],
  ["3m", "weekly"],
  ["6m", "monthly"],
  ["1y", "monthly"],
  ["1y", "quarterly"],
  ["2y", "yearly"],
] as const;

test.each(ZONES.flatMap((zone) => PAIRS.map(([period, granularity]) => [zone, period, granularity] as const)))(
  "commits, people and lines are git's own, in %s over %s %s",
  (zone, period, granularity) => {
    const window = windowOf(period, granularity, zone, NOW);
    const bucketOf = (at: number): string => {
      const unit = { weekly: "week", monthly: "month", quarterly: "quarter", yearly: "year" } as const;
      return DateTime.fromMillis(at, { zone }).startOf(unit[granularity]).toISODate() ?? "";
    };
    const seriesOf = (metric: string) => {
      const found = measure([facts], ALL, window).find((one) => one.metric === metric);
      // Before the first commit nothing is known.
      return found?.values.map((value, i) =>
        (window.edges[i + 1] ?? 0) <= Date.parse("2026-01-10T10:00:00Z") ? 0 : value,
      );
    };
    const own = window.buckets.map(({ start }) => history.filter(({ at }) => bucketOf(at) === start));
    expect(seriesOf("commits")).toEqual(own.map((commits) => commits.length));
    expect(seriesOf("contributors")).toEqual(own.map((commits) => new Set(commits.map(({ author }) => author)).size));
    expect(seriesOf("churn")).toEqual(own.map((commits) => commits.reduce((sum, commit) => sum + commit.lines, 0)));
  },
);

test("joins people by address, after the mailmap, and by full name; a first name neither joins people nor marks a bot", () => {
  const people = facts.people.map(({ name, isBot }) => [name, isBot]);
  expect(people).toEqual([
    ["Ada Kaya", false],
    ["Cem Öz", false],
    ["dependabot[bot]", true],
    ["Ada", false],
    ["Travis", false],
  ]);
});

test("a document was changed last by a human being, and not in a commit of many files", () => {
  const changes = facts.documents.map(({ path, changedAt }) => [path, new Date(changedAt.at(-1) ?? 0).toISOString()]);
  expect(Object.fromEntries(changes)).toEqual({
    "README.md": "2026-06-30T21:30:00.000Z",
    "docs/guide.md": "2026-11-17T09:00:00.000Z",
  });
  expect(facts.documents.find(({ path }) => path === "docs/guide.md")?.changedAt).toHaveLength(2);
});

test("hotspots, coupling and the hours are made of exactly the commits that they open", () => {
  const window = windowOf("1y", "monthly", "America/New_York", NOW);
  const project = { facts, index, people: peopleTable(index) };
  const views = viewsOf([project], ALL, window, new Map());
  const behind = (view: Parameters<typeof viewRows>[0], at: readonly string[]) =>
    viewRows(view, { projects: [project], filter: ALL, window, at }).rows;
  // A removed path maps to the only file of its name: src/parser.py is lib/parser.py today.
  const now = (path: string): string => (path === "src/parser.py" ? "lib/parser.py" : path);
  const small = history.filter(({ paths }) => paths.length <= 30);
  const commitsTo = (...paths: string[]) =>
    small.filter((commit) => paths.every((path) => commit.paths.map(now).includes(path)));
  expect(views.hotspots.map(({ path }) => path)).toEqual(
    ["src/core.py", "lib/parser.py", "docs/guide.md", "README.md", ".mailmap"].toSorted((a, b) => {
      const product = (path: string) =>
        commitsTo(path).length *
        git(["show", `HEAD:${path}`])
          .trimEnd()
          .split("\n").length;
      return product(b) - product(a) || (a < b ? -1 : 1);
    }),
  );
  for (const { path, commits, people, lines: count } of views.hotspots) {
    expect([path, commits, people]).toEqual([
      path,
      commitsTo(path).length,
      new Set(commitsTo(path).map(({ author }) => author)).size,
    ]);
    expect(count).toBe(
      git(["show", `HEAD:${path}`])
        .trimEnd()
        .split("\n").length,
    );
    expect(behind("hotspot", [source, path])).toHaveLength(commits);
  }
  expect(views.coupling.map(({ a, b, together, share }) => [a, b, together, share])).toEqual([
    ["lib/parser.py", "src/core.py", commitsTo("lib/parser.py", "src/core.py").length, 5 / 6],
  ]);
  for (const { a, b, together } of views.coupling) expect(behind("coupling", [source, a, b])).toHaveLength(together);
  expect(views.notes).toContainEqual({ metric: null, code: "large_commits_left_out", count: 1 });
  // 05:30 and 06:30 in UTC are both half past one in New York: the clock went back between them.
  expect(views.activity.commits[6]?.[1]).toBe(2);
  views.activity.commits.forEach((hours, day) =>
    hours.forEach((n, hour) =>
      expect([day, hour, behind("commits_at", [`${day + 1}`, `${hour}`]).length]).toEqual([day, hour, n]),
    ),
  );
  for (const { repository, path, files } of views.knowledge)
    expect([path, behind("folder", [repository, path]).length]).toEqual([path, files]);
  expect(behind("hotspot", [source, "nowhere.py"])).toEqual([]);
  expect(behind("hotspot", ["another", "src/core.py"])).toEqual([]);
});

test("who knows most of a folder is active, as on the map of the experts", () => {
  const window = windowOf("1y", "monthly", "America/New_York", NOW);
  const table = peopleTable(index);
  const ownersOf = (people: PeopleTable) =>
    viewsOf([{ facts, index, people }], ALL, window, new Map()).knowledge.map(({ owner_id: id }) => id);
  const owner = ownersOf(table)[0];
  const week = Math.floor(table.nowSeconds / WEEK_SECONDS);
  const left: PeopleTable = {
    ...table,
    activeWeeks: Array.from({ length: 40 }, (_, at) => week - 39 + at),
    lastActive: table.lastActive.map((_, person) => (table.people[person]?.id === owner ? 0 : table.nowSeconds)),
  };
  expect(owner).not.toBeNull();
  expect(ownersOf(left)).not.toContain(owner);
});
