import { expect, test } from "vitest";
import { summarizeSyncs } from "../../src/domain/linkedSources.ts";
import { failedSync, runningSync, sync } from "../fixtures/projects.ts";

const summaryOf = (...syncs: ReturnType<typeof sync>[]) => summarizeSyncs(syncs.map((one) => ({ sync: one })));
const queued = sync({ state: "queued", finished_at: null });

test("a project without sources has no sync", () => {
  expect(summaryOf()).toEqual({ state: "none" });
});

test("a failure has precedence over a sync that runs, and that over one that waits", () => {
  expect(summaryOf(queued, runningSync(), failedSync(), failedSync())).toEqual({ state: "failed", failed: 2 });
  expect(summaryOf(queued, runningSync({ done: 1, total: 4 }))).toEqual({ state: "running", share: 0.25 });
  expect(summaryOf(sync(), queued)).toEqual({ state: "queued" });
});

test("the share is that of the sources that run, and unknown while the size of one is", () => {
  const quarter = runningSync({ done: 1, total: 4 });
  expect(summaryOf(sync(), quarter, runningSync({ done: 3, total: 4 }))).toEqual({ state: "running", share: 0.5 });
  expect(summaryOf(quarter, runningSync({ total: null }))).toEqual({ state: "running", share: undefined });
  expect(summaryOf(quarter, runningSync({ done: 0, total: 0 }))).toEqual({ state: "running", share: undefined });
  expect(summaryOf(runningSync({ done: 5, total: 4 }))).toEqual({ state: "running", share: 1 });
});

test("a project is as fresh as its stalest source, also while that one waits for its next sync", () => {
  const stale = sync({ state: "queued", finished_at: "2026-02-27T08:00:00Z" });
  expect(summaryOf(sync({ finished_at: "2026-03-01T08:00:00Z" }), stale)).toEqual({
    state: "ready",
    finishedAt: "2026-02-27T08:00:00Z",
  });
  expect(summaryOf(sync({ finished_at: null }))).toEqual({ state: "ready", finishedAt: null });
});
