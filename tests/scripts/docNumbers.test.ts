/** Numbers that a page states, each compared with the constant of the code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROCESS_TASKS } from "../../server/wire/processTasks.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** A number on a page, with the line of the code that it comes from. */
const NUMBERS: readonly (readonly [page: string, claim: string, file: string, code: string])[] = [
  ["stories/Introduction.mdx", "at most 2,060 a build", "scripts/checkStorybook.ts", "MAX_PICTURES = 2060;"],
  ["docs/OPERATING.md", "heartbeat for 20 seconds", "server/jobs/PgBossQueue.ts", "HEARTBEAT_SECONDS = 20;"],
  ["docs/OPERATING.md", "to the queue (20 seconds)", "server/jobs/PgBossQueue.ts", "STOP_TIMEOUT_MS = 20_000;"],
  ["docs/OPERATING.md", "16 for requests", "server/db/postgres.ts", "POOL_SIZE = 16;"],
  ["docs/OPERATING.md", "4 for jobs", "server/jobs/PgBossQueue.ts", "max: 4 }"],
  ["docs/OPERATING.md", "2 for blobs", "server/index/blobs/poolBlobs.ts", "CONNECTIONS = 2;"],
  ["docs/OPERATING.md", "by polling, within two seconds", "server/events/EventFeed.ts", "POLL_MS = 2000;"],
  [
    "docs/OPERATING.md",
    "after 90 days the mail is deleted",
    "server/db/housekeeping.ts",
    "MAIL_RETENTION_MS = 90 * DAY_MS;",
  ],
  ["docs/OPERATING.md", "| 50,000, the newest", "server/features/audit/routes.ts", "MAX_EXPORT_ROWS = 50_000;"],
  [
    "docs/OPERATING.md",
    "| 30; 10,000 (close code 1013)",
    "server/features/notifications/SocketHub.ts",
    "perUser: 30, total: 10_000",
  ],
  [
    "docs/OPERATING.md",
    "| 1,000; 2 s (average of 0.5 s)",
    "server/http/limits/loadShedding.ts",
    "inFlight: 1000, lagSeconds: 2",
  ],
  ["docs/OPERATING.md", "| 32, then 503", "server/http/limits/limitPipelining.ts", "MAX_PIPELINED_REQUESTS = 32;"],
  ["docs/OPERATING.md", "| 20 s; 120 s; 120 s,", "server/http/app.ts", "headers: 20_000, request: 120_000"],
  [
    "docs/OPERATING.md",
    "| 16; 800 more wait, of which 16 of one user",
    "server/wire/createMount.ts",
    "concurrency: 16, maxQueued: 800, maxQueuedPerUser: 16",
  ],
  [
    "docs/OPERATING.md",
    "waits at most 20 s (503) and is cancelled after 30 s",
    "server/compute/EnginePool.ts",
    "TASK_TIMEOUT_MS = 30_000;",
  ],
  [
    "docs/OPERATING.md",
    "all projects takes at most 10 s",
    "server/features/search/searchAll.ts",
    "showProjects: 10_000, countQueries: 10_000",
  ],
  [
    "docs/OPERATING.md",
    "the last hundred warnings and errors",
    "server/observability/RecentErrors.ts",
    "MAX_ERRORS = 100;",
  ],
  ["docs/OPERATING.md", "at least 192 MB, at most 2 GB", "server/git/gitMemory.ts", "MAX_MEMORY_BYTES = 2048 * MIB;"],
  [
    "docs/OPERATING.md",
    "retried after ten minutes",
    "server/sync/run/DiskDelays.ts",
    "DISK_FULL_RETRY_MS = 10 * MINUTE_MS;",
  ],
  [
    "docs/OPERATING.md",
    "at a schedule of 15 minutes",
    "server/sync/scheduling/schedule.ts",
    "RESYNC_INTERVAL_MS = 15 * MINUTE_MS;",
  ],
  ["docs/API.md", "more than 5,000 matches", "contract/constants.ts", "matches: 5000,"],
  ["docs/API.md", "watches up to 20 searches", "contract/constants.ts", "watched: 20,"],
  ["docs/API.md", "watches up to 10 of them", "contract/constants.ts", "watchedOverAll: 10,"],
  ["docs/API.md", "1,000 matches of each project", "contract/constants.ts", "matchesOverAll: 1000,"],
  ["docs/API.md", "up to 20 files", "contract/constants.ts", "MAX_COUNTED_FILES = 20;"],
  ["docs/MCP.md", "under 6,450 tokens", "tests/server/mcp/mcp.test.ts", "toBeLessThan(6450)"],
  ["docs/ARCHITECTURE.md", "budget of 16 MB", "server/sources/responses/UnreadResponse.ts", "BUDGET_BYTES = 16 << 20;"],
  [
    "docs/adr/0047-sensitive-actions-ask-for-the-password-again.md",
    "up to 180 days",
    "server/access/accessPolicy.ts",
    "SESSION_TTL_MS = 180 * DAY_MS;",
  ],
  [
    "docs/adr/0057-a-delay-before-a-skeleton.md",
    "waits 100 ms",
    "src/routes/loading/withGracePeriod.ts",
    "GRACE_MS = 100;",
  ],
];

test.each(NUMBERS)("%s: “%s” is the code's", (page, claim, file, code) => {
  const flat = (text: string): string => text.replaceAll(/\s+/g, " ");
  expect(flat(read(page))).toContain(claim);
  expect(flat(read(file))).toContain(code);
});

test("OPERATING lists each task that a process does without a call, with its role", () => {
  const rows = read("docs/OPERATING.md")
    .split("\n")
    .flatMap((line) => {
      const [, task, role, about] = /^\| `(\w+)` +\| (web|worker|web or worker) +\| (.*\S) +\|$/.exec(line) ?? [];
      return task === undefined ? [] : [[task, { role, about }] as const];
    });
  const tasks = Object.entries(PROCESS_TASKS).map(([task, { role, about }]) => [task, { role, about }] as const);
  expect(rows).toEqual(tasks);
});
