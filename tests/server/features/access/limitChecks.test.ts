import { type AddressInfo, type Socket, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_CONCURRENT_CHECKS, TOO_MANY_CHECKS } from "../../../../server/features/sources/limitChecks.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

let server: TestServer;
let people: Awaited<ReturnType<typeof addPeople>>;
/** Takes connections and answers none. */
const sockets = new Set<Socket>();
const silent = createServer((socket) => {
  sockets.add(socket.on("error", () => undefined));
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/acme/rocket`;
  server = await startTestServer("pglite", { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
  people = await addPeople(server.db);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await server.stop();
});

const check = (token: string) =>
  server.call("POST", "trackers/validate/", { token, body: { provider: "gitlab", url, credential: { token: "t" } } });

test("one person has a limited number of sources checked at once; others are not refused for it", async () => {
  const requests = Array.from({ length: MAX_CONCURRENT_CHECKS + 3 }, () => check(people.admin.token));
  const other = check(people.member.token);
  const answers = await Promise.all(requests);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(MAX_CONCURRENT_CHECKS);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  expect(JSON.stringify(refused[0]?.body)).toContain(TOO_MANY_CHECKS.code);
  expect((await other).status).toBe(400);
  // The places are free again once the answers are given.
  expect((await check(people.admin.token)).status).toBe(400);
});

test("a project of more sources than one person may have checked at once is created in turns, not refused", async () => {
  const trackers = Array.from({ length: MAX_CONCURRENT_CHECKS + 2 }, () => ({
    provider: "gitlab",
    url: url.replace(/:\d+/, ":1"),
    credential: { token: "t" },
  }));
  const { status, body } = await server.call("POST", "projects/", {
    token: people.admin.token,
    body: { name: "Many", trackers },
  });
  expect(status).toBe(400);
  expect(Object.keys((body as { trackers: object }).trackers)).toHaveLength(trackers.length);
});
