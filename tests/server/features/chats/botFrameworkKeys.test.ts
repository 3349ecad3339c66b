/** The keys of the Bot Framework while Microsoft cannot be reached: it is asked more and more rarely, and at once again after it answers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../../../contract/durations.ts";
import { BotFrameworkKeys } from "../../../../server/features/teams/BotFrameworkKeys.ts";
import { teamsCloudOf } from "../../../../server/features/teams/teamsCloud.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { startTeamsHost } from "../../../providers/teamsHost.ts";

let teams: Awaited<ReturnType<typeof startTeamsHost>>;
beforeAll(async () => {
  teams = await startTeamsHost();
});
afterAll(() => teams.stop());

test("an hour of requests while Microsoft is down asks it some times, and a day's keys are used meanwhile", async () => {
  let now = 1_800_000_000_000;
  const keys = new BotFrameworkKeys(createEgress({ allowed: ["127.0.0.0/8"] }), () => now);
  const cloud = teamsCloudOf(teams.url);
  const asked = () => teams.calls.filter((call) => call.includes("openidconfiguration")).length;
  let fault: { status: number } | undefined = { status: 503 };
  teams.fault = (call) => (call.includes(".well-known") ? fault : undefined);

  // Nothing is known yet: ten requests in each second, some of them at once.
  const from = now;
  for (let second = 0; second < 60; second += 1) {
    const found = await Promise.allSettled(Array.from({ length: 10 }, () => keys.find(cloud, "k1")));
    expect(found.every(({ status }) => status === "rejected")).toBe(true);
    now += SECOND_MS;
  }
  // After 0, 5, 15 and 35 seconds.
  expect(asked()).toBe(4);
  while (now < from + 60 * MINUTE_MS) {
    await keys.find(cloud, "k1").catch(() => undefined);
    now += 10 * SECOND_MS;
  }
  expect(asked()).toBeLessThanOrEqual(20);
  const before = asked();

  // The longest wait is five minutes; then it works at once, for all.
  fault = undefined;
  now += 5 * MINUTE_MS;
  expect((await keys.find(cloud, "k1"))?.kid).toBe("k1");
  expect(asked()).toBe(before + 1);

  // A key that is known needs no one, and unknown ones ask no more often than before.
  fault = { status: 503 };
  now += 60 * MINUTE_MS;
  expect((await keys.find(cloud, "k1"))?.kid).toBe("k1");
  for (let at = 0; at < 100; at += 1) await keys.find(cloud, `unknown-${at}`).catch(() => undefined);
  expect(asked()).toBe(before + 2);
  expect((await keys.find(cloud, "k1"))?.kid).toBe("k1");
  // The first wait is short again, as the last failure is over.
  now += 5 * SECOND_MS;
  await keys.find(cloud, "unknown").catch(() => undefined);
  expect(asked()).toBe(before + 3);
});
