/** Parallel deliveries to webhooks: what their bodies take in memory together is bounded. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { addProject, addSource } from "../../rows.ts";

const LARGEST = 25 << 20;
const BODY = Buffer.alloc(LARGEST, "x");

let server: TestServer;
/** Where deliveries to each source go, with the secret that signs them. */
let hooks: { readonly url: URL; readonly secret: string }[];

let projectId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer("pglite");
  const { companyId, admin } = await addPeople(server.db);
  projectId = await addProject(server.db, { companyId, ownerId: admin.id, slug: "hooked" });
  ({ token } = admin);
  hooks = [];
  for (let n = 0; n < 6; n++) {
    const id = await addSource(server.db, projectId, `http://127.0.0.1:1/acme/rocket-${n}`);
    await server.db.updateTable("sources").set({ kind: "tracker", provider: "github" }).where("id", "=", id).execute();
    const { body } = await server.call("POST", `sources/${id}/webhook/`, { token: admin.token });
    const { url, secret } = body as { url: string; secret: string };
    hooks.push({ url: new URL(new URL(url).pathname, server.url), secret });
  }
}, 60_000);
afterAll(() => server.stop());

/** Begins a delivery without a byte of its body. */
function begin(hook: number, headers: Record<string, string | number>): ClientRequest {
  const { url, secret } = hooks[hook] ?? { url: new URL(server.url), secret: "" };
  const signature = `sha256=${createHmac("sha256", secret).update(BODY).digest("hex")}`;
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signature, ...headers },
  });
  sent.on("error", () => undefined);
  sent.flushHeaders();
  return sent;
}
async function answerOf(sent: ClientRequest): Promise<string> {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return `${answer.statusCode} ${answer.headers["retry-after"] ?? ""}`.trim();
}
/** A whole delivery. */
function deliver(hook: number): Promise<string> {
  const sent = begin(hook, { "content-length": LARGEST });
  const answer = answerOf(sent);
  sent.end(BODY);
  return answer;
}
/** A delivery of which half has arrived. */
async function hold(hook: number, headers: Record<string, string | number> = { "content-length": LARGEST }) {
  const sent = begin(hook, headers);
  await new Promise((resolve) => sent.write(BODY.subarray(0, LARGEST / 2), resolve));
  return sent;
}

test("beyond the budget a delivery is refused before its body is sent, and taken when the budget allows it", async () => {
  const held = [await hold(0), await hold(1), await hold(2), await hold(3, { "transfer-encoding": "chunked" })];
  const refused = begin(4, { "content-length": LARGEST });
  expect(await answerOf(refused)).toBe("503 5");
  refused.destroy();
  for (const sent of held) sent.destroy();
  await expect.poll(() => deliver(4), { timeout: 10_000 }).toBe("202");
}, 60_000);

test("one source has one of the largest at a time, and does not hold the others up", async () => {
  const held = await hold(0);
  const refused = begin(0, { "content-length": LARGEST });
  expect(await answerOf(refused)).toBe("503 5");
  refused.destroy();
  expect(await deliver(1)).toBe("202");
  held.end(BODY.subarray(LARGEST / 2));
  expect(await answerOf(held)).toBe("202");
}, 60_000);

test("bodies without a length count as much as has arrived of them, and no more", async () => {
  const chunked = { "transfer-encoding": "chunked" };
  const [first, second] = [begin(0, chunked), begin(0, chunked)];
  await Promise.all(
    [first, second].map((sent) => new Promise((resolve) => sent.write(BODY.subarray(0, 1000), resolve))),
  );
  const small = begin(0, chunked);
  small.end("{}");
  // Not refused for its size: what it has is not what was signed.
  expect(await answerOf(small)).toBe("404");
  first.end(BODY.subarray(1000));
  expect(await answerOf(first)).toBe("503 5");
  second.end(BODY.subarray(1000));
  expect(await answerOf(second)).toBe("202");
}, 60_000);

test("of many at once as many are taken as the budget allows, and nothing is left behind", async () => {
  const answers = await Promise.all(Array.from({ length: 18 }, (_, n) => deliver(n % hooks.length)));
  expect(new Set(answers)).toEqual(new Set(["202", "503 5"]));
  for (const hook of hooks.keys()) expect(await deliver(hook)).toBe("202");
}, 120_000);

test("a source shows whether its host has webhooks for its kind, and the call agrees", async () => {
  const rows = [
    ["github", "tracker", true],
    ["jira", "tracker", true],
    ["confluence", "wiki", false],
    ["git", "repository", false],
  ] as const;
  for (const [provider, kind, can] of rows) {
    const id = await addSource(server.db, projectId, `http://127.0.0.1:1/${provider}/capable`);
    await server.db.updateTable("sources").set({ kind, provider }).where("id", "=", id).execute();
    const { body } = await server.call("GET", "sources/?project=hooked", { token });
    const detail = (body as { id: string; can_have_webhook: boolean }[]).find((one) => one.id === id);
    expect([provider, detail?.can_have_webhook]).toEqual([provider, can]);
    const { status } = await server.call("POST", `sources/${id}/webhook/`, { token });
    expect([provider, status]).toEqual([provider, can ? 201 : 409]);
  }
});
