/** Bodies of requests: what they cost before the caller is known, and where they end. */
import { IncomingMessage, ServerResponse, request as httpRequest } from "node:http";
import { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_PREFIX } from "../../../contract/constants.ts";
import { MAX_SCIP_BYTES } from "../../../contract/code/references.ts";
import { TooMany } from "../../../server/errors.ts";
import { DownloadLimiter } from "../../../server/http/limits/DownloadLimiter.ts";
import { addPeople, startTestServer, type TestServer } from "./testServer.ts";

const SCIP = "scip/?project=maze&source=none&revision=abcd1234";

let server: TestServer;
let people: Awaited<ReturnType<typeof addPeople>>;
beforeAll(async () => {
  server = await startTestServer("pglite");
  people = await addPeople(server.db);
});
afterAll(() => server.stop());

/** Sends the head of a request without its body. @returns the status of an early answer, and what ends the connection */
function sendHead(path: string, headers: Record<string, string>): { answer: Promise<number>; end: () => void } {
  const { promise: answer, resolve, reject } = Promise.withResolvers<number>();
  const request = httpRequest(`${server.url}${API_PREFIX}${path}`, { method: "POST", headers });
  request.on("response", (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on("error", reject);
  answer.catch(() => undefined);
  request.flushHeaders();
  return { answer, end: () => request.destroy() };
}

const binary = { "content-type": "application/octet-stream", "content-length": String(MAX_SCIP_BYTES) };

test("an upload without a session is refused before its body arrives", async () => {
  for (const authorization of [undefined, "Token wrong"]) {
    const upload = sendHead(SCIP, { ...binary, ...(authorization && { authorization }) });
    expect(await upload.answer).toBe(401);
    upload.end();
  }
});

test("a user sends one upload at a time, and the next one after it has ended", async () => {
  const head = { ...binary, authorization: `Token ${people.admin.token}` };
  const first = sendHead(SCIP, head);
  await expect
    .poll(async () => {
      const second = sendHead(SCIP, head);
      const status = await Promise.race([
        second.answer,
        new Promise<null>((resolve) => setTimeout(resolve, 200, null)),
      ]);
      second.end();
      return status;
    })
    .toBe(429);
  first.end();
  // It is read and refused for its content.
  await expect
    .poll(async () => {
      const { authorization, "content-type": type } = head;
      const options = { method: "POST", headers: { authorization, "content-type": type }, body: Buffer.from("x") };
      return (await fetch(`${server.url}${API_PREFIX}${SCIP}`, options)).status;
    })
    .toBe(400);
});

test("JSON is as limited where an upload may be large", async () => {
  const { token } = people.admin;
  const large = await server.call("POST", SCIP, { token, body: { index: "A".repeat(2 << 20) } });
  expect(large).toMatchObject({ status: 413, body: { code: "request.too_large" } });
  const chunked = sendHead(SCIP, {
    "content-type": "application/json",
    "transfer-encoding": "chunked",
    authorization: `Token ${token}`,
  });
  expect(await chunked.answer).toBe(413);
  chunked.end();
});

test("files that a client does not read are bounded for each user", () => {
  const downloads = new DownloadLimiter();
  const response = () => new ServerResponse(new IncomingMessage(new Socket()));
  const [first, second] = [response(), response()];
  downloads.admit("ada", first, 60 << 20);
  downloads.admit("bea", response(), 60 << 20);
  expect(() => downloads.admit("ada", second, 60 << 20)).toThrow(TooMany);
  downloads.admit("ada", second, 10 << 20);
  first.emit("close");
  downloads.admit("ada", response(), 60 << 20);
  // A file beyond the bound is sent when it is the only one.
  downloads.admit("cem", response(), 200 << 20);
});

test.each([
  ["empty objects", `{"email":[${"{},".repeat(300_000)}{}]}`, 413],
  ["nested arrays", `{"email":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, 400],
  ["a long list", `{"email":[${"1,".repeat(30_000)}1]}`, 413],
  ["a long number", `{"email":${"1".repeat(100)}}`, 400],
])("a body of %s is refused", async (_, raw, status) => {
  expect(await server.call("POST", "users/login/", { raw })).toMatchObject({ status });
});
