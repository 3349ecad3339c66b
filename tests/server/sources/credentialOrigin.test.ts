/** A credential is sent to the origin that it belongs to and to no other host, whatever a host answers. */
import { KNOWN_REQUEST } from "../../providers/knownRequest.ts";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createGoogleCalendar } from "../../../server/sources/calendar/googleCalendar.ts";
import { createOutlookCalendar } from "../../../server/sources/calendar/outlookCalendar.ts";
import { originOf, serviceOf } from "../../../server/sources/egress/credentialOrigins.ts";
import { OauthClient } from "../../../server/sources/oauth/OauthClient.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { plainHeaders } from "../../../server/sources/egress/plainHeaders.ts";
import type { SourceAccess } from "../../../server/sources/sourceTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { CONTRACT_PROVIDERS, type ContractProvider } from "../../providers/contractProviders.ts";
import { startFrontHost } from "../../providers/frontHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type StrangerHost, startStrangerHost } from "../../providers/strangerHost.ts";
import type { Work } from "../../providers/work.ts";
import { temporaryFolder } from "./gitFixture.ts";

const SECRET = "s3cr3tm4rk-0123456789";
let folder: ReturnType<typeof temporaryFolder>;
const closing: (() => Promise<unknown>)[] = [];
let stranger: StrangerHost;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());
beforeEach(async () => {
  stranger = await startStrangerHost();
  closing.push(() => stranger.stop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const { signal } = new AbortController();
const leaks = () => stranger.received.filter((request) => request.includes(SECRET));
const guard = () => {
  const egress = createEgress({ allowed: ["127.0.0.0/8"] });
  closing.push(() => egress.close());
  return egress;
};

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the egress", () => {
  test("refuses a credential of another origin before a packet leaves", async () => {
    for (const isOauth of [true, false]) {
      for (const scheme of ["bearer", "basic", "token", "private-token"] as const) {
        const credential = new Credential({ token: SECRET, username: "ada", isOauth, origin: "http://127.0.0.1:9" });
        const response = guard().fetch(stranger.url, { authorization: credential.as(scheme) });
        await expect(response).rejects.toMatchObject({ code: isOauth ? "connection" : "unauthorized" });
      }
    }
    expect(stranger.received).toEqual([]);
  });

  test.each(["authorization", "Authorization", "private-token", "cookie", "x-api-key", "proxy-authorization", "x-odd"])(
    "refuses the header %s of a caller, and does not tell its value",
    async (name) => {
      const headers = { [name]: SECRET } as never;
      const error: unknown = await guard()
        .fetch(stranger.url, { headers })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(inspect(error)).not.toContain(SECRET);
      expect(() => plainHeaders({ [name]: SECRET })).toThrow(TypeError);
      expect(stranger.received).toEqual([]);
    },
  );

  test("errors of the library below it do not quote what was sent", async () => {
    const headers = { accept: `${SECRET}\n${SECRET}` };
    const error: unknown = await guard()
      .fetch(stranger.url, { headers })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(SECRET);
    expect(error instanceof Error && error.stack).toMatch(/\n {4}at /);
  });
});

test("a credential shows itself in no text", () => {
  const credential = new Credential({ token: SECRET, origin: "https://github.com" });
  for (const one of [credential, credential.as("bearer"), { credential, list: [credential] }]) {
    expect(JSON.stringify(one) + inspect(one, { depth: 9, showHidden: true })).not.toContain(SECRET);
  }
});

test("a private key is for its own host and port, and has its lines again after a field of one line", () => {
  const body = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQy";
  const [begin, end] = ["-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----"];
  const whole = [begin, body.slice(0, 64), body.slice(64), end, ""].join("\n");
  for (const token of [
    whole,
    whole.replaceAll("\n", ""),
    whole.replaceAll("\n", " "),
    whole.replaceAll("\n", "\r\n"),
  ]) {
    const key = new Credential({ token, origin: "ssh://host.example:22" });
    expect(key.privateKeyFor("ssh://host.example:22")).toBe(whole);
    expect(() => key.privateKeyFor("ssh://host.example:2222")).toThrow("was given for");
    expect(() => key.privateKeyFor("ssh://other.example:22")).toThrow("was given for");
  }
});

test.each([
  ["https://github.com/a/b", "https://github.com"],
  ["https://git.example:8443/a/b", "https://git.example:8443"],
  ["http://127.0.0.1:81/a/b", "http://127.0.0.1:81"],
  ["ssh://git@host.example/a/b", "ssh://host.example:22"],
  ["ssh://git@host.example:2222/a/b", "ssh://host.example:2222"],
  ["/srv/git/a", "file://"],
])("the origin of %s is %s", (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

test("an account of Atlassian is for the place of all sites, never for a site", () => {
  expect(serviceOf("https://auth.atlassian.com")).toEqual(["https://api.atlassian.com", "https://auth.atlassian.com"]);
  expect(serviceOf("https://github.com")).toContain("https://api.github.com");
  expect(serviceOf("https://github.com.evil.example")).toEqual(["https://github.com.evil.example"]);
  expect(serviceOf("http://github.com")).toEqual(["http://github.com"]);
});

describe.each(CONTRACT_PROVIDERS)("$name", (row: ContractProvider) => {
  let work: Work;
  let home: RestHost;
  let seen: string[];
  let sources: ReturnType<typeof createSources>;
  beforeEach(async () => {
    work = row.make();
    work.token = SECRET;
    home = await row.start(work);
    seen = [];
    home.fault = ({ headers }) => {
      seen.push(JSON.stringify(headers));
      return undefined;
    };
    sources = createSources({
      dataDir: folder.path,
      allowedNetworks: ["127.0.0.0/8"],
      allowedPaths: [],
      retryDelayMs: 1,
      validateTimeoutMs: 30_000,
    });
    closing.push(
      () => home.stop(),
      () => sources.close(),
    );
  });
  const username = row.kind === "repository" ? "" : "ada@example.org";
  const credentials = [{ isOauth: true }, { isOauth: false, username }] as const;

  /** Every call that a source is asked by; what fails is left out. */
  const askAll = async (given: SourceAccess): Promise<void> => {
    const drain = async (work: () => AsyncIterable<unknown> | Promise<unknown> | undefined | null): Promise<void> => {
      try {
        const made = work();
        if (made && Symbol.asyncIterator in made) for await (const _page of made) continue;
        else await made;
      } catch {
        // Refused, which is as good.
      }
    };
    const item = { externalId: "1", key: "#1", number: 1 };
    if (row.kind === "repository") {
      await drain(() => sources.validateRepository(given));
      await drain(() => sources.updateMirror("one", given, { signal }));
    }
    if (row.kind === "tracker") {
      await drain(() => sources.validateTracker(given));
      const tracker = sources.openTracker(given);
      await drain(() => tracker.changes(null, signal));
      await drain(() => tracker.events?.(null, signal));
      await drain(() => tracker.thread?.("#1", signal));
      await drain(() => tracker.inventory?.ids(signal));
      await drain(() => tracker.inventory?.has(item, signal));
    }
    if (row.kind === "wiki") {
      await drain(() => sources.validateWiki(given));
      const wiki = sources.openWiki(given);
      await drain(() => wiki.entries(signal));
      await drain(() => wiki.page({ externalId: "1", kind: "page" }, signal));
      await drain(() => wiki.extras?.(signal));
    }
    const requests = sources.openRequests(given);
    await drain(() => requests?.changes(null, signal));
    await drain(() => requests?.details(KNOWN_REQUEST, signal));
    await drain(() => requests?.releases?.(signal));
  };
  const given = (url: string, credential: object): SourceAccess => ({
    provider: row.provider,
    url: `${url}${row.page}`,
    credential: { token: SECRET, origin: home.url, ...credential },
  });

  test("sends the credential to its own host", async () => {
    for (const credential of credentials) await askAll(given(home.url, credential));
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.join("")).toMatch(new RegExp(`${SECRET}|Basic `));
  });

  test("sends nothing to an address at another host, by any call", async () => {
    for (const credential of credentials) await askAll(given(stranger.url, credential));
    expect(leaks()).toEqual([]);
    expect(stranger.received).toEqual([]);
  });

  test.each([301, 302, 307, 308])("a redirect (%i) to another host takes nothing along", async (status) => {
    home.fault = ({ path }) => ({ status, body: "", headers: { location: `${stranger.url}${path}` } });
    for (const credential of credentials) await askAll(given(home.url, credential));
    expect(leaks()).toEqual([]);
  });

  test("links to the next page and addresses of items at another host take nothing along", async () => {
    // Every address that the host names in its answers, in headers and in JSON, is one of the stranger.
    const front = await startFrontHost(
      () => home.url,
      (text) => text.replaceAll(home.url, stranger.url),
    );
    closing.push(() => front.stop());
    for (const credential of credentials) await askAll({ ...given(front.url, { ...credential, origin: front.url }) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.join("")).toMatch(new RegExp(`${SECRET}|Basic `));
    expect(leaks()).toEqual([]);
  });

  test("a Link header to another host takes nothing along", async () => {
    home.fault = ({ path }) => ({
      status: 200,
      body: [],
      headers: { link: `<${stranger.url}${path}?page=2>; rel="next"` },
    });
    for (const credential of credentials) await askAll(given(home.url, credential));
    expect(leaks()).toEqual([]);
  });
});

describe("git", () => {
  const requestsOf = async (home: string, url: string, origin = home) => {
    const sources = createSources({
      dataDir: folder.path,
      allowedNetworks: ["127.0.0.0/8"],
      allowedPaths: [],
      validateTimeoutMs: 30_000,
    });
    closing.push(() => sources.close());
    const given = { provider: "git", url: `${url}/a/b`, credential: { token: SECRET, username: "ada", origin } };
    const errors: unknown[] = [];
    await sources.validateRepository(given).catch((error: unknown) => errors.push(error));
    await sources.updateMirror("git", given, { signal }).catch((error: unknown) => errors.push(error));
    return errors;
  };

  test("sends nothing to an address at another host", async () => {
    expect(await requestsOf("http://127.0.0.1:9", stranger.url)).toMatchObject([
      { code: "unauthorized" },
      { code: "unauthorized" },
    ]);
    expect(stranger.received).toEqual([]);
  });

  test("redirects and alternates that lead to another host take nothing along", async () => {
    const received: string[] = [];
    const commit = "1234567890123456789012345678901234567890";
    let isRedirect = true;
    const home = await listen(({ url = "", headers }, response) => {
      received.push(`${url} ${headers.authorization}`);
      if (isRedirect) response.writeHead(302, { location: `${stranger.url}${url}` }).end();
      else if (url.endsWith("/objects/info/http-alternates")) response.end(`${stranger.url}/a/b/objects\n`);
      else if (url.endsWith("/objects/info/alternates")) response.end(`/other/objects\n`);
      else if (/\/info\/refs/.test(url)) response.end(`${commit}\tHEAD\n${commit}\trefs/heads/main\n`);
      else if (url.endsWith("/HEAD")) response.end("ref: refs/heads/main\n");
      else response.writeHead(404).end();
    });
    await requestsOf(home, home);
    isRedirect = false;
    await requestsOf(home, home);
    expect(received.filter((request) => request.includes("Basic ")).length).toBeGreaterThan(2);
    expect(received.some((request) => request.includes("alternates"))).toBe(true);
    expect(leaks()).toEqual([]);
  });
});

describe("calendars and sign-in", () => {
  const window = { from: new Date(0), to: new Date(1000) };
  test.each([
    ["Google", createGoogleCalendar],
    ["Outlook", createOutlookCalendar],
  ] as const)("a calendar of %s is asked at its own host alone", async (_name, create) => {
    const busy = (origin: string, api: string) =>
      create({
        credential: new Credential({ token: SECRET, isOauth: true, origin }),
        egress: guard(),
        api,
        retries: 0,
      })
        .busy(["ada@example.org"], window, signal)
        .catch((error: unknown) => error);
    const home = await listen(({ url = "" }, response) =>
      response.writeHead(307, { location: `${stranger.url}${url}` }).end(),
    );
    expect(await busy(home, home)).toMatchObject({ code: "redirect" });
    expect(await busy(home, stranger.url)).toMatchObject({ code: "connection" });
    expect(stranger.received).toEqual([]);
  });

  test.each(["github", "gitlab", "bitbucket", "jira", "google_calendar", "outlook_calendar"] as const)(
    "the endpoints of %s are asked at their own host alone",
    async (name) => {
      let requestCount = 0;
      const home = await listen(({ url = "" }, response) => {
        requestCount += 1;
        response.writeHead(307, { location: `${stranger.url}${url}` }).end();
      });
      const client = new OauthClient(name, { clientId: "id", clientSecret: SECRET, url: home }, guard());
      await client.refresh(SECRET).catch(() => undefined);
      await client.accountName(SECRET).catch(() => undefined);
      await client.revoke({ access: SECRET, refresh: SECRET });
      expect(requestCount).toBeGreaterThan(0);
      expect(stranger.received).toEqual([]);
    },
  );
});
