import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { sourceFieldErrors } from "../../../server/features/sources/sourceFieldErrors.ts";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { RESPONSE_LIMITS } from "../../../server/sources/responses/responseLimits.ts";
import { createGoogleCalendar } from "../../../server/sources/calendar/googleCalendar.ts";
import { createOutlookCalendar } from "../../../server/sources/calendar/outlookCalendar.ts";
import { OauthRefusedError, OauthClient } from "../../../server/sources/oauth/OauthClient.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { BEHAVIOURS, type Behaviour, startHostileHost } from "../../../bench/load/hostileHost.ts";
import { formatMessage } from "../../../server/messages/messages.ts";

/*
 * Whatever a host answers, the person reads a sentence about the host, the connection is closed once a limit is exceeded, and the memory of
 * the process stays as it is. What it costs in time is measured by bench/hostileAnswers.ts.
 */

const newFolder = () => mkdtempSync(join(tmpdir(), "hostile-"));
const egress = createEgress({ allowed: ["127.0.0.0/8"], limits: { totalMs: 800, silenceMs: 600 } });
const sources = createSources({
  dataDir: newFolder(),
  allowedNetworks: ["127.0.0.0/8"],
  allowedPaths: [],
  egress,
  validateTimeoutMs: 800,
  retryDelayMs: 1,
});
afterAll(() => sources.close());

const given = (url: string, provider: string, page: string) => ({
  provider,
  url: `${url}${page}`,
  credential: { token: "right", username: "ada@example.org" },
});
/** Never cancelled: each exchange is ended by the limits of the egress. */
const signal = () => new AbortController().signal;
const days = { from: new Date("2026-11-21T00:00:00Z"), to: new Date("2026-11-28T00:00:00Z") };
const oauth = (url: string) => new OauthClient("gitlab", { clientId: "id", clientSecret: "secret", url }, egress);
const account = (origin: string) => new Credential({ token: "t", isOauth: true, origin });
async function read(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const page of pages) expect(page).toBeTruthy();
}

/** Every call of a person or of a sync that asks a host, by what it begins with. */
const CALLS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  "validating at GitHub": (url) => sources.validateTracker(given(url, "github", "/acme/rocket")),
  "validating at GitLab": (url) => sources.validateTracker(given(url, "gitlab", "/acme/rocket")),
  "validating at Jira": (url) => sources.validateTracker(given(url, "jira", "/browse/ROCKET")),
  "validating at Confluence": (url) => sources.validateWiki(given(url, "confluence", "/wiki/spaces/ROCKET")),
  "reading GitHub": (url) => read(sources.openTracker(given(url, "github", "/acme/rocket")).changes(null, signal())),
  "reading GitLab": (url) => read(sources.openTracker(given(url, "gitlab", "/acme/rocket")).changes(null, signal())),
  "reading Jira": (url) => read(sources.openTracker(given(url, "jira", "/browse/ROCKET")).changes(null, signal())),
  "reading Confluence": (url) =>
    read(sources.openWiki(given(url, "confluence", "/wiki/spaces/ROCKET")).entries(signal())),
  "reading Bitbucket": (url) => read(requests(url).changes(null, signal())),
  "reading pull requests of GitHub": (url) => read(requests(url, "github").changes(null, signal())),
  "Google's calendar": (url) =>
    createGoogleCalendar({ credential: account(url), egress, api: url, retries: 0 }).busy(["a@b.c"], days, signal()),
  "Microsoft's calendar": (url) =>
    createOutlookCalendar({ credential: account(url), egress, api: url, retries: 0 }).busy(["a@b.c"], days, signal()),
  "renewing a token": (url) => oauth(url).refresh("old"),
  "asking whose account it is": async (url) => {
    // The name is optional: "" if the provider does not return it.
    const name = await oauth(url).accountName("token");
    if (name === "") throw new OauthRefusedError("no user");
  },
};
function requests(url: string, provider = "bitbucket") {
  const reader = sources.openRequests(given(url, provider, "/acme/rocket"));
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
  if (formatMessage(failure.text, "TR") === message) return `not in Turkish: ${message}`;
  return sourceFieldErrors(failure) === null ? `no refusal: ${message}` : null;
}

test.concurrent.each(BEHAVIOURS)(
  "$name: is reported as the host's fault by every call, and no more is read than its limit",
  async (behaviour) => {
    const host = await startHostileHost(behaviour);
    onTestFinished(() => host.stop());
    const wrong = await Promise.all(
      Object.entries(CALLS).map(async ([name, call]) => {
        const failure: unknown = await call(host.url).then(
          () => null,
          (error: unknown) => error,
        );
        const reason = wrongIn(failure, behaviour);
        return reason === null ? [] : [`${name}: ${reason}`];
      }),
    );
    expect(wrong.flat()).toEqual([]);
    expect(host.answers).toBeGreaterThan(0);
    expect(host.sent / host.answers).toBeLessThan(MOST_BYTES);
    expect("message" in {} || "polluted" in {}).toBe(false);
  },
);

test("the memory of a process stays within bounds, four answers at once", { timeout: 300_000 }, async () => {
  // A trickle costs no memory, and a sync waits two minutes for it.
  const heavy = BEHAVIOURS.filter(
    ({ name }) =>
      /MB|million|bomb|without an end|endless|long numbers|headers/.test(name) && !name.endsWith("in a trickle"),
  );
  const host = await startHostileHost({
    name: "",
    send: () => ["HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"],
  });
  onTestFinished(() => host.stop());
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
  const report = JSON.parse(await say("end")) as { grownMb: number; failures: string[] };
  if (child.exitCode === null) await once(child, "exit");
  expect(report.failures).toEqual([]);
  // A small process does not collect garbage early. Without limits a single one of these answers is 2 GB.
  expect(report.grownMb).toBeLessThan(700);
});
