import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { githubFailure } from "../../../server/sources/providers/github/githubFailure.ts";
import { restFailure } from "../../../server/sources/rest/restFailure.ts";
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
