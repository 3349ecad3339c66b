/** A call of the Bot Connector ends at its deadline, with its token and its second attempt: the lease of a message is longer. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendActivity } from "../../../../server/features/teams/sendActivity.ts";
import { teamsCloudOf } from "../../../../server/features/teams/teamsCloud.ts";
import { TeamsTokens } from "../../../../server/features/teams/TeamsTokens.ts";
import { type Egress, createEgress } from "../../../../server/sources/egress/egress.ts";
import { APP_ID, CLIENT_SECRET, TENANT, type TeamsHost, startTeamsHost } from "../../../providers/teamsHost.ts";

let host: TeamsHost;
let egress: Egress;
beforeAll(async () => {
  host = await startTeamsHost();
  egress = createEgress({ allowed: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await egress.close();
  await host.stop();
});
beforeEach(() => {
  host.calls.length = 0;
});

/** Sends a message with a deadline. @returns the failure, and the milliseconds that it took */
const send = async (timeoutMs: number) => {
  const deps = { cloud: teamsCloudOf(host.url), egress, tokens: new TeamsTokens(egress), timeoutMs };
  const app = { appId: APP_ID, tenantId: TENANT, clientSecret: CLIENT_SECRET };
  const started = performance.now();
  const sent = await sendActivity(deps, app, { serviceUrl: `${host.url}/emea/`, id: "a:1" }, { type: "message" });
  return { sent, took: performance.now() - started };
};

test("a token that does not come in time is a message that was not sent", async () => {
  host.fault = (call) => (call.includes("/token") ? "silent" : undefined);
  const { sent, took } = await send(200);
  expect(sent).toMatchObject({ ok: false, error: "no_answer", isLost: false, isWorthAnother: true });
  // A token alone may take ten seconds.
  expect(took).toBeLessThan(8000);
  expect(host.calls.filter((call) => call.includes("/activities"))).toEqual([]);
});

test("the second attempt, with a new token, has what the first one has left of the time", async () => {
  let attempts = 0;
  host.fault = (call) => {
    if (!call.includes("/activities")) return undefined;
    attempts += 1;
    return attempts === 1 ? { status: 401, delayMs: 3000 } : "silent";
  };
  const { sent, took } = await send(4000);
  expect(sent).toMatchObject({ ok: false, error: "no_answer", isLost: true });
  expect(attempts).toBe(2);
  // With four seconds of its own, the second attempt would end after seven.
  expect(took).toBeLessThan(6500);
}, 20_000);
