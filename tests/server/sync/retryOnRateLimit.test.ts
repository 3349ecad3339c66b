import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { githubFailure } from "../../../server/sources/providers/github/githubFailure.ts";
import { restFailure } from "../../../server/sources/rest/restFailure.ts";
import { readHostQuota } from "../../../server/sources/rest/hostQuota.ts";
import { isBeforeResumption } from "../../../server/sync/source/QuotaWaitError.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { retryOnRateLimit } from "../../../server/sync/source/retryOnRateLimit.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3600_000;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Milliseconds that both clients would wait for an answer with these headers. */
function waits(status: number, headers: Readonly<Record<string, string>>): (number | null)[] {
  const error = Object.assign(new Error("API rate limit exceeded"), { status, response: { headers } });
  const github = githubFailure(error, { host: "github.example", hasToken: true, now: NOW, isConditional: false });
  const words = { provider: "GitLab", host: "x", thing: "project", scopes: [], hasCredential: true };
  const rest = restFailure({ status, headers: { get: (name) => headers[name] ?? null }, data: null }, words, NOW);
  return [github, rest].map((found) => (found instanceof SourceError ? found.retryAfterMs : null));
}
const date = (time: number): string => new Date(time).toUTCString();

test.each([
  ["an hour ahead", HOUR],
  ["right", 0],
  ["an hour behind", -HOUR],
])("the wait is the host's own, whether its clock is %s", (_what, off) => {
  const theirs = NOW + off;
  const reset = String((theirs + 30_000) / 1000);
  const spent = { date: date(theirs), "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  expect(waits(403, spent)).toEqual([31_000, 31_000]);
  expect(waits(429, { date: date(theirs), "retry-after": date(theirs + 20_000) })).toEqual([20_000, 20_000]);
});

test("a secondary limit gives its own wait, and an expired time of the primary limit is ignored", () => {
  const headers = { date: date(NOW), "retry-after": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" };
  expect(waits(403, headers)).toEqual([60_000, 60_000]);
});

test("a host that names no time to come is asked more and more rarely, and not given up within a minute", async () => {
  const requestTimes: number[] = [];
  const progress = { report: () => undefined };
  const { signal } = new AbortController();
  const reading = retryOnRateLimit({ progress, signal, refreshCredentials: async () => false }, async () => {
    requestTimes.push(Date.now() - NOW);
    if (requestTimes.length <= 12) throw new SourceError("rate_limited", verbatim("patience"), { retryAfterMs: 1000 });
    return "read";
  });
  await vi.runAllTimersAsync();
  expect(await reading).toBe("read");
  expect(requestTimes).toHaveLength(13);
  // Twelve seconds by the host's word; the last waits alone are minutes.
  expect(requestTimes.at(-1)).toBeGreaterThan(10 * 60_000);
  expect(requestTimes[2]).toBeLessThan(5000);
});

test.each([
  ["0", 1000],
  ["-5", 1000],
  ["-1e308", 1000],
  ["NaN", 60_000],
  ["Infinity", 60_000],
  ["soon", 60_000],
  ["", 60_000],
  ["1e300", 2 * HOUR],
  ["253402300799", 2 * HOUR],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 2 * HOUR],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 1000],
])("a host that asks for a wait of %j is waited for from a second to two hours", (asked, waitMs) => {
  expect(waits(429, { date: date(NOW), "retry-after": asked })).toEqual([waitMs, waitMs]);
});

test.each([
  ["-1", 1000],
  ["NaN", 60_000],
  ["1e300", 2 * HOUR],
  ["253402300799", 2 * HOUR],
  [String(NOW / 1000 - 86_400), 1000],
])("a reset of the quota at %j is waited for from a second to two hours", (reset, waitMs) => {
  const spent = { date: date(NOW), "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  expect(waits(403, spent)).toEqual([waitMs, waitMs]);
});

test("a sync waits for a minute inside of its job, and ends for a longer wait", async () => {
  const { signal } = new AbortController();
  const context = {
    progress: { report: () => undefined },
    signal,
    refreshCredentials: async () => false,
    quotaWaits: 4,
  };
  let refused = 0;
  const reading = (retryAfterMs: number) =>
    retryOnRateLimit(context, async () => {
      refused += 1;
      if (refused === 1) throw new SourceError("rate_limited", verbatim("patience"), { retryAfterMs });
      return "read";
    });
  const short = reading(60_000);
  await vi.runAllTimersAsync();
  expect(await short).toBe("read");
  refused = 0;
  await expect(reading(61_000)).rejects.toMatchObject({ name: "QuotaWaitError", waits: 5 });
});

test("a sync that made no progress in thirty waits fails", async () => {
  const { signal } = new AbortController();
  const context = {
    progress: { report: () => undefined },
    signal,
    refreshCredentials: async () => false,
    quotaWaits: 30,
  };
  const limited = new SourceError("rate_limited", verbatim("patience"), { retryAfterMs: HOUR });
  await expect(retryOnRateLimit(context, () => Promise.reject(limited))).rejects.toBe(limited);
});

test("a time that no wait leads to was stored before the clock was set back", () => {
  expect(isBeforeResumption(new Date(NOW + HOUR), NOW)).toBe(true);
  expect(isBeforeResumption(new Date(NOW), NOW)).toBe(false);
  expect(isBeforeResumption(null, NOW)).toBe(false);
  expect(isBeforeResumption(new Date(NOW + 3 * HOUR), NOW)).toBe(false);
});

test("the quota of GitHub, GitLab and Atlassian is read by the clock of the host", () => {
  const read = (headers: Readonly<Record<string, string>>) =>
    readHostQuota({ get: (name) => headers[name] ?? null }, NOW);
  const theirs = NOW + HOUR;
  const seconds = String(theirs / 1000 + 1800);
  const github = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "4321", "x-ratelimit-reset": seconds };
  expect(read({ ...github, "x-ratelimit-resource": "graphql", date: date(theirs) })).toEqual({
    resource: "graphql",
    remaining: 4321,
    limit: 5000,
    resetMs: 1_801_000,
  });
  const gitlab = { "ratelimit-limit": "2000", "ratelimit-remaining": "1999", "ratelimit-reset": seconds };
  expect(read({ ...gitlab, date: date(theirs) })).toMatchObject({ remaining: 1999, limit: 2000, resetMs: 1_801_000 });
  const atlassian = {
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "7",
    "x-ratelimit-reset": "2026-01-01T00:10Z",
  };
  expect(read(atlassian)).toMatchObject({ remaining: 7, limit: 100, resetMs: 601_000 });
  expect(read({ "x-ratelimit-remaining": "7" })).toMatchObject({ remaining: 7, limit: null, resetMs: null });
  for (const remaining of ["-1", "NaN", "1e9", "99999999999999999999", ""])
    expect(read({ ...github, "x-ratelimit-remaining": remaining })).toBeNull();
  expect(read({ ...github, "x-ratelimit-reset": "253402300799" })).toMatchObject({ resetMs: null });
});
