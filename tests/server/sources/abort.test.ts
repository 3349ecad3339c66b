import { afterAll, beforeAll, expect, test } from "vitest";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createGoogleCalendar } from "../../../server/sources/calendar/googleCalendar.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RestHost, startRestHost } from "../../providers/restHost.ts";

const egress = createEgress({ allowed: ["127.0.0.0/8"] });
let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(() => ({ status: 500, body: {} }));
});
afterAll(async () => {
  await egress.close();
  await host.stop();
});

const days = { from: new Date("2026-11-21T00:00:00Z"), to: new Date("2026-11-28T00:00:00Z") };

test("time that runs out before a repetition is the host's fault, in a sentence", async () => {
  const credential = new Credential({ token: "t", isOauth: true, origin: host.url });
  const calendar = createGoogleCalendar({ credential, egress, api: host.url, retries: 1 });
  const failure: unknown = await calendar.busy(["a@b.c"], days, AbortSignal.timeout(300)).catch((e: unknown) => e);
  expect(failure).toMatchObject({
    name: "SourceError",
    code: "timeout",
    message: "Google Calendar did not answer in time. Try again later.",
  });
});

test.each([
  ["github", "/acme/rocket"],
  ["gitlab", "/acme/rocket"],
  ["jira", "/browse/ROCKET"],
])("a reading of %s that runs out of time between repetitions reports it too", async (provider, page) => {
  const sources = createSources({
    dataDir: mkdtempSync(join(tmpdir(), "called-off-")),
    allowedNetworks: ["127.0.0.0/8"],
    allowedPaths: [],
    egress,
    retryDelayMs: 2000,
  });
  const credential = { token: "right", username: "ada@example.org" };
  const read = async (): Promise<void> => {
    const tracker = sources.openTracker({ provider, url: `${host.url}${page}`, credential });
    for await (const found of tracker.changes(null, AbortSignal.timeout(300))) expect(found).toBeTruthy();
  };
  const failure: unknown = await read().catch((e: unknown) => e);
  expect(failure).toMatchObject({ name: "SourceError", message: expect.stringContaining("127.0.0.1") as string });
});
