/** No telemetry: the code names no outside host except those that users link, and opens no connection before they do. */
import { Socket } from "node:net";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startTestServer } from "./http/testServer.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Hosts of the providers, names that lead nowhere by their nature, and pages of documentation that libraries name in their errors. */
const KNOWN = new RegExp(
  `^(?:${[
    "(?:api\\.|docs\\.|www\\.)?github\\.com",
    "(?:docs\\.|www\\.)?gitlab\\.com",
    "(?:api\\.|www\\.)?bitbucket\\.org",
    "(?:api\\.|auth\\.)atlassian\\.com",
    "(?:\\w+\\.)?atlassian\\.net",
    "(?:accounts|oauth2|www)\\.google(?:apis)?\\.com",
    // Pages at which an operator registers the app: links for a person, which the server never opens.
    "developer\\.atlassian\\.com|console\\.cloud\\.google\\.com|entra\\.microsoft\\.com",
    "login\\.microsoftonline\\.com",
    "graph\\.microsoft\\.com",
    "www\\.w3\\.org",
    // The first line of a pointer of Git LFS, which is compared and never opened.
    "git-lfs\\.github\\.com",
    // The name of an event in a logout token of OpenID Connect, which is compared and never opened.
    "schemas\\.openid\\.net",
    // Names of attributes in SAML, and the standard that the service names for a directory: neither is opened.
    "schemas\\.xmlsoap\\.org|schemas\\.microsoft\\.com|www\\.rfc-editor\\.org",
    // Addresses of the channels that users add: Slack's API and webhooks, and the name of the schema in a card for Teams.
    "slack\\.com|hooks\\.slack(?:-gov)?\\.com|adaptivecards\\.io",
    // Addresses of Microsoft for an app in Teams that a company has set up, and the schema of its manifest, which is never opened.
    "api\\.botframework\\.(?:com|us)|login\\.botframework\\.(?:com|azure\\.us)|login\\.microsoftonline\\.us",
    "smba\\.(?:trafficmanager\\.net|infra\\.(?:gcc\\.teams\\.microsoft\\.com|(?:gov|dod)\\.teams\\.microsoft\\.us))",
    "developer\\.microsoft\\.com",
    "localhost|127\\.0\\.0\\.1|host|bucket\\.host|app\\.invalid",
    "(?:\\w+\\.)*example(?:\\.org|\\.com|\\.)?",
    "(?:react|react\\.i18next|reactrouter|mobx|simplewebauthn)\\.(?:dev|com|js\\.org)",
  ].join("|")})$`,
);
const hostsIn = (pattern: string): Set<string> =>
  new Set(
    globSync(pattern, { cwd: ROOT }).flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/\b(?:https?|wss?):\/\/([A-Za-z0-9.-]+)/g)].map(
        ([, host]) => host ?? "",
      ),
    ),
  );

test("the sources name no unexpected host", () => {
  const hosts = ["server/**/*.ts", "src/**/*.{ts,tsx,css,json}", "contract/**/*.ts", "public/*", "index.html"].flatMap(
    (pattern) => [...hostsIn(pattern)],
  );
  expect(hosts.length).toBeGreaterThan(5);
  expect(hosts.filter((host) => !KNOWN.test(host))).toEqual([]);
});

test.runIf(existsSync(join(ROOT, "dist/index.html")))("nor does the built app", () => {
  const hosts = [...hostsIn("dist/**/*.{js,css,html}")];
  expect(hosts.filter((host) => !KNOWN.test(host))).toEqual([]);
});

test("a server that starts, and waits, opens no connection", async () => {
  const opened: string[] = [];
  const connect = Socket.prototype.connect;
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
    opened.push(JSON.stringify(args[0]));
    return Reflect.apply(connect, this, args) as Socket;
  });
  const server = await startTestServer("pglite", { environment: { CLEW_DEMO: "off" } });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(opened).toEqual([]);
  // The spy sees what there is to see.
  await fetch(`${server.url}/api/v1/health/live`);
  const { request } = await import("node:http");
  await new Promise((resolve) =>
    request(`${server.url}/api/v1/health/live`, (response) => response.resume().on("end", resolve)).end(),
  );
  expect(opened.length).toBeGreaterThan(0);
  spy.mockRestore();
  await server.stop();
});
