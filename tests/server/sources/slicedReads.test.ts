import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { errors } from "undici";
import { afterEach, expect, test } from "vitest";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { SLICE_BYTES } from "../../../server/sources/egress/slicedReads.ts";
import { fetchBuffered } from "../../../server/sources/egress/bufferedResponse.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const egress = (): ReturnType<typeof createEgress> => {
  const made = createEgress({ allowed: ["127.0.0.0/8"], limits: { totalMs: 10_000 } });
  closing.push(() => made.close());
  return made;
};
/** A host that writes the given bytes unchanged after a request. */
async function rawHost(write: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("data", () => write(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  ["trailers", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"],
  ["headers", "HTTP/1.1 200 OK\r\n"],
])("endless %s cost the work of one slice beyond the limit", async (_name, head) => {
  // The parser makes one of these errors for each name and each value after the limit.
  let made = 0;
  Object.defineProperty(errors.HeadersOverflowError.prototype, "name", {
    configurable: true,
    get: () => "HeadersOverflowError",
    set: () => {
      made += 1;
    },
  });
  closing.push(() => Reflect.deleteProperty(errors.HeadersOverflowError.prototype, "name"));
  const url = await rawHost((socket) => {
    socket.write(`${head}${"x: y\r\n".repeat(400_000)}`);
  });
  const failure: unknown = await fetchBuffered(egress(), { host: "127.0.0.1", url, answer: "account" }, {}).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: "too_large", message: expect.stringContaining("127.0.0.1") as string });
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(SLICE_BYTES);
});

test.each(["by its length", "in chunks", "by the end of the connection"])(
  "a body that ends %s arrives whole, in its order, also with a late reader",
  async (how) => {
    const body = JSON.stringify(Array.from({ length: 60_000 }, (_, at) => `line ${at} of the body`).slice(0, 9000));
    const server = createServer((_request, response) => {
      if (how === "by its length") response.setHeader("content-length", body.length);
      if (how === "by the end of the connection") {
        response.useChunkedEncodingByDefault = false;
        response.shouldKeepAlive = false;
      }
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const out = egress();
    for (let round = 0; round < 3; round += 1) {
      const answer = await out.fetch(url);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(Buffer.from(await answer.read("page", "127.0.0.1")).toString("utf8")).toBe(body);
    }
  },
);
