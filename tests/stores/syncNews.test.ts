import { expect, test } from "vitest";
import { notification } from "../fixtures/people.ts";
import { quotaWaitSync } from "../fixtures/projects.ts";
import { createTestStore } from "../createTestStore.ts";

const message = (id: string, sync: object) =>
  notification({
    id,
    type: "sync.progress",
    data: { project: "atlas", source: { kind: "tracker", id: "t-atlas" }, sync },
  });

test("a wait for the quota of a host is progress, and one without the shape of the contract is ignored", () => {
  const { progress, receive } = createTestStore();
  const wait = quotaWaitSync();
  receive(message("1", wait));
  expect(progress.syncs["t-atlas"]?.sync).toEqual(wait);
  const quota = wait.host_quota;
  const malformed = [
    { quota_wait: {} },
    { quota_wait: null },
    { quota_wait: { host: "github.com", until: 7 } },
    { host_quota: { ...quota, remaining: "many" } },
    { host_quota: { ...quota, limit: undefined } },
    { host_quota: { ...quota, seen_at: null } },
  ];
  for (const [at, part] of malformed.entries()) receive(message(String(at + 2), { ...wait, done: 1, ...part }));
  expect(progress.syncs["t-atlas"]?.sync.done).toBe(wait.done);
});
