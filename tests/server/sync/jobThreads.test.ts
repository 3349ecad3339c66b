/** The threads of background jobs give what the engine gives without a thread, and fail with the reason. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowAnalysis } from "../../../server/engines/analyze/rowAnalysis.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { RowAnalyzer } from "../../../server/sync/backgroundJobs/RowAnalyzer.ts";
import { backtestInThread } from "../../../server/sync/backgroundJobs/backtestThread.ts";
import { ADA, DAY, type ExpertSample, PeopleRepository, START, indexOf } from "../engines/expertSample.ts";

const BODY = "The parser loses the token after a comma.";
let repository: PeopleRepository;
let sample: ExpertSample;
let pastBlobs: string;
let issue: IndexedIssue;

beforeAll(async () => {
  pastBlobs = mkdtempSync(join(tmpdir(), "clew-past-"));
  repository = new PeopleRepository();
  repository.commit(0, ADA, "Parser and printer", {
    "src/parser.ts": "export function parseTokens() { return 0; }\n",
    "src/printer.ts": "export function printLines() { return 0; }\n",
  });
  const fix = repository.commit(20, ADA, "Keep the token after a comma (#1)", {
    "src/parser.ts": "export function parseTokens() { return 1; }\n",
  });
  const at = (day: number): number => (START + day * DAY) * 1000;
  issue = {
    id: "issue-1",
    key: "#1",
    source: "tracker-1",
    title: "Parser loses a token",
    body: BODY,
    comments: "",
    state: "closed",
    labels: ["bug"],
    author: "ada",
    url: null,
    createdAt: at(10),
    updatedAt: at(20),
    closedAt: at(20),
    fixCommits: [fix],
  };
  sample = await indexOf(repository, fix, [issue]);
});
afterAll(() => {
  sample.remove();
  rmSync(pastBlobs, { recursive: true, force: true });
});

test("issues of a list are analyzed in a thread, batch after batch", async () => {
  const { id, title, body, labels, createdAt } = issue;
  const question = { id, title, body, labels, createdAtMs: createdAt };
  const { folder, manifest, index } = sample;
  const analyzer = new RowAnalyzer({ blobs: { driver: "files", folder }, manifest, feedback: [] });
  try {
    const expected = [rowAnalysis(index, question, [])];
    expect(expected[0]?.likelyFiles[0]).toMatch(/parser\.ts$/);
    expect(await analyzer.analyze([question])).toEqual(expected);
    expect(await analyzer.analyze([])).toEqual([]);
  } finally {
    await analyzer.close();
  }
});

test("an index that cannot be opened is the reason of a batch", async () => {
  const { manifest } = sample;
  const analyzer = new RowAnalyzer({ blobs: { driver: "files", folder: pastBlobs }, manifest, feedback: [] });
  await expect(analyzer.analyze([])).rejects.toThrow("its blob is not in the store");
  await analyzer.close();
});

test("a backtest runs in a thread, asks for the bodies of its cases, and ends when it is aborted", async () => {
  const { folder, manifest } = sample;
  const task = {
    blobs: { driver: "files", folder },
    pastBlobs: { driver: "files", folder: pastBlobs },
    manifest,
    mirrors: { "repository-1": repository.gitDir },
    cases: 10,
  } as const;
  const asked: string[] = [];
  const steps: number[] = [];
  const hooks = {
    onProgress: (done: number) => void steps.push(done),
    bodiesOf: (ids: readonly string[]) => {
      asked.push(...ids);
      return Promise.resolve(Object.fromEntries(ids.map((id) => [id, BODY])));
    },
  };
  const result = await backtestInThread(task, { ...hooks, signal: new AbortController().signal });
  expect(asked).toEqual(["issue-1"]);
  expect(steps.at(-1)).toBe(1);
  expect(result).toMatchObject({ cases: 1, localize: { engine: { acc_1: 1 } } });
  const stop = new AbortController();
  const reason = new Error("stopped");
  const bodiesOf = (): Promise<never> => {
    stop.abort(reason);
    return new Promise(() => undefined);
  };
  await expect(backtestInThread(task, { ...hooks, bodiesOf, signal: stop.signal })).rejects.toBe(reason);
});
