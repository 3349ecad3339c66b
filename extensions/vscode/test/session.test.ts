/** A reset while a token is read: no request of the new settings goes out with what belonged to the old ones. */
import { deepStrictEqual, strictEqual } from "node:assert";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Session } from "../src/Session.ts";

test("a server that is changed while its token is read gets no request", async (context) => {
  const hosts = await Promise.all(["old", "new"].map(startHost));
  context.after(() => hosts.forEach(({ close }) => close()));
  const [before, after] = hosts;
  if (!before || !after) throw new Error("No host.");
  const settings = { server: before.url, project: "tern" };
  let resolveFirst: ((token: string) => void) | undefined;
  const session = new Session({
    settings: () => settings,
    readToken: () =>
      resolveFirst ? Promise.resolve("token-of-the-new-server") : new Promise((resolve) => (resolveFirst = resolve)),
    language: "en",
    onChange: () => undefined,
  });
  const opened = session.client();
  settings.server = after.url;
  session.reset();
  resolveFirst?.("token-of-the-old-server");
  await (await opened)?.project("tern", AbortSignal.timeout(5000)).catch(() => undefined);
  await (await session.client())?.project("tern", AbortSignal.timeout(5000)).catch(() => undefined);
  deepStrictEqual(before.tokens, []);
  strictEqual(after.tokens.length > 0, true);
  deepStrictEqual([...new Set(after.tokens)], ["Bearer token-of-the-new-server"]);
});

interface Host {
  readonly url: string;
  readonly tokens: (string | undefined)[];
  readonly close: () => void;
}

function startHost(): Promise<Host> {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(500).end("{}");
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, tokens, close: () => server.close().closeAllConnections() });
    });
  });
}
