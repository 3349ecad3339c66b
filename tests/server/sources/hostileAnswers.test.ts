import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf } from "../../../server/api/sources/refusalOf.ts";
import { translate } from "../../../server/api/translations/translate.ts";
import { Credential } from "../../../server/sources/Credential.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { RESPONSE_LIMITS } from "../../../server/sources/responses/responseLimits.ts";
import { createGoogleCalendar } from "../../../server/sources/calendar/googleCalendar.ts";
import { createOutlookCalendar } from "../../../server/sources/calendar/outlookCalendar.ts";
import { OauthRefusedError, createOauthClient } from "../../../server/sources/oauth/oauthClient.ts";
import { createEgress } from "../../../server/sources/egress.ts";
import { type Sources, createSources } from "../../../server/sources/createSources.ts";
import { BEHAVIOURS, type Behaviour, type HostileHost, startHostileHost } from "../../../bench/load/hostileHost.ts";

/*
 * Whatever a host answers, the person reads a sentence about the host, the connection is closed once a limit is exceeded, and the memory of
 * the process stays as it is. What it costs in time is measured by bench/hostileAnswers.ts.
 */

const newFolder = () => mkdtempSync(join(tmpdir(), "hostile-"));
const [first] = BEHAVIOURS;
if (!first) throw new Error("There are no behaviours.");
const egress = createEgress({ allowed: ["127.0.0.0/8"], limits: { totalMs: 800, silenceMs: 600 } });
let host: HostileHost;
let sources: Sources;
beforeAll(async () => {
  host = await startHostileHost(first);
  sources = createSources({
    dataDir: newFolder(),
    allowedNetworks: ["127.0.0.0/8"],
    allowedPaths: [],
    egress,
    validateTimeoutMs: 800,
    retryAfter: 1,
  });
});
afterAll(async () => {
  await sources.close();
  await host.stop();
});

const given = (provider: string, page: string) => ({
  provider,
  url: `${host.url}${page}`,
  credential: { token: "right", username: "ada@example.org" },
});
/** Never called off: each exchange is ended by the limits of the egress. */
const signal = () => new AbortController().signal;
const days = { from: new Date("2026-11-21T00:00:00Z"), to: new Date("2026-11-28T00:00:00Z") };
const oauth = () => createOauthClient("gitlab", { clientId: "id", clientSecret: "secret", url: host.url }, egress);
const account = () => new Credential({ token: "t", isOauth: true, origin: host.url });
async function read(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const page of pages) expect(page).toBeTruthy();
}

/** Every call of a person or of a sync that asks a host, by what it begins with. */
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  "validating at GitHub": () => sources.validateTracker(given("github", "/acme/rocket")),
  "validating at GitLab": () => sources.validateTracker(given("gitlab", "/acme/rocket")),
  "validating at Jira": () => sources.validateTracker(given("jira", "/browse/ROCKET")),
  "validating at Confluence": () => sources.validateWiki(given("confluence", "/wiki/spaces/ROCKET")),
  "reading GitHub": () => read(sources.openTracker(given("github", "/acme/rocket")).changes(null, signal())),
  "reading GitLab": () => read(sources.openTracker(given("gitlab", "/acme/rocket")).changes(null, signal())),
  "reading Jira": () => read(sources.openTracker(given("jira", "/browse/ROCKET")).changes(null, signal())),
  "reading Confluence": () => read(sources.openWiki(given("confluence", "/wiki/spaces/ROCKET")).entries(signal())),
  "reading Bitbucket": () => read(requests().changes(null, signal())),
  "reading pull requests of GitHub": () => read(requests("github").changes(null, signal())),
  "Google's calendar": () =>
    createGoogleCalendar({ credential: account(), egress, api: host.url, retries: 0 }).busy(["a@b.c"], days, signal()),
  "Microsoft's calendar": () =>
    createOutlookCalendar({ credential: account(), egress, api: host.url, retries: 0 }).busy(["a@b.c"], days, signal()),
  "renewing a token": () => oauth().refresh("old"),
  "asking whose account it is": async () => {
    // The name is optional: "" if the provider does not return it.
    const name = await oauth().who("token");
    if (name === "") throw new OauthRefusedError("nobody");
  },
};
function requests(provider = "bitbucket") {
  const reader = sources.openRequests(given(provider, "/acme/rocket"));
  if (!reader) throw new Error("There are no requests.");
  return reader;
}

/** Bytes of one answer that arrive at most: the largest limit, as much again around it, and the buffers of the sockets on both sides. */
const MOST_BYTES = 2 * RESPONSE_LIMITS.page.bytes + (12 << 20);
/** What a list or a courtesy makes of an answer that says nothing. */
const SAYS_NOTHING = new Set(["no content", "null", "an empty body", "reset content with a body"]);

/** Why this is not how a failure may be said; null when it is. */
function wrongIn(failure: unknown, behaviour: Behaviour): string | null {
  if (failure === null) return SAYS_NOTHING.has(behaviour.name) ? null : "taken for right";
  if (failure instanceof OauthRefusedError) return null;
  if (!(failure instanceof SourceError)) return failure instanceof Error ? String(failure.stack) : "no error";
  const { message } = failure;
  if (!/127\.0\.0\.1|There was no answer|Google Calendar|Microsoft/.test(message)) return `names no host: ${message}`;
  if (translate(message, "TR") === message) return `not in Turkish: ${message}`;
  return refusalOf(failure) === null ? `no refusal: ${message}` : null;
}

test.each(BEHAVIOURS)(
  "$name: is said as the host's fault by every call, and no more is taken than its limit",
  async (behaviour) => {
    host.behaviour = behaviour;
    const before = { sent: host.sent, answers: host.answers };
    const wrong = await Promise.all(
      Object.entries(CALLS).map(async ([name, call]) => {
        const failure: unknown = await call().then(
          () => null,
          (error: unknown) => error,
        );
        const reason = wrongIn(failure, behaviour);
        return reason === null ? [] : [`${name}: ${reason}`];
      }),
    );
    expect(wrong.flat()).toEqual([]);
    expect(host.answers - before.answers).toBeGreaterThan(0);
    expect((host.sent - before.sent) / (host.answers - before.answers)).toBeLessThan(MOST_BYTES);
    expect("message" in {} || "polluted" in {}).toBe(false);
  },
);

test("the memory of a process stays within bounds, four answers at once", { timeout: 300_000 }, async () => {
  const heavy = BEHAVIOURS.filter(({ name }) =>
    /MB|million|bomb|without an end|endless|long numbers|headers/.test(name),
  );
  host.behaviour = {
    name: "",
    send: () => ["HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"],
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, "hostileProcess.ts"), host.url, newFolder()], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = async (line: string): Promise<string> => {
    child.stdin.write(`${line}\n`);
    return String((await lines.next()).value);
  };
  await say("a well-behaved host");
  for (const behaviour of heavy) {
    host.behaviour = behaviour;
    await say(behaviour.name);
  }
  const told = JSON.parse(await say("end")) as { grownMb: number; failures: string[] };
  if (child.exitCode === null) await once(child, "exit");
  expect(told.failures).toEqual([]);
  // A small process lets garbage stand. Without limits a single one of these answers is 2 GB.
  expect(told.grownMb).toBeLessThan(700);
});
