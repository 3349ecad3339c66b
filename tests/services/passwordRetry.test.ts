import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createHttp } from "../../src/services/http.ts";

let stop = (): void => undefined;
afterEach(() => stop());

/** A host that requires the password until `until` requests were made; counts the requests. */
async function setUp(until: number, confirm?: () => Promise<boolean>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const isRefused = requests.length <= until;
    response.writeHead(isRefused ? 428 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isRefused ? { detail: "Enter your password again to continue." } : { slug: "maze" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => server.close();
  const onFailure = vi.fn<() => void>();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { http: createHttp({ origin, token: () => "t", onFailure, confirm }), requests, onFailure };
}

test("a call that wants the password again is repeated when it was right, and is no failure", async () => {
  const confirm = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  const { http, requests, onFailure } = await setUp(1, confirm);
  const answer = await http("POST", "users/mcp-tokens", { body: { name: "x" } });
  expect(answer.data).toEqual({ slug: "maze" });
  expect(requests).toEqual(["POST /api/v1/users/mcp-tokens/", "POST /api/v1/users/mcp-tokens/"]);
  expect(confirm).toHaveBeenCalledOnce();
  expect(onFailure).not.toHaveBeenCalled();
});

test("a cancelled one fails in the host's words and is not repeated", async () => {
  const { http, requests } = await setUp(9, () => Promise.resolve(false));
  const { error } = await http("DELETE", "projects/maze");
  expect([error?.status, error?.text]).toEqual([428, "Enter your password again to continue."]);
  expect(requests).toHaveLength(1);
});
