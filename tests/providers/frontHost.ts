import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FrontHost {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * One origin for several hosts on loopback, as a provider has for its sign-in page and its API.
 * @param hostOf the root of the host that answers a request
 * @param rewrite of the values of headers and of JSON
 */
export async function startFrontHost(
  hostOf: (request: IncomingMessage) => string,
  rewrite: (text: string) => string = (text) => text,
): Promise<FrontHost> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === "string" && !["host", "connection", "content-length"].includes(name)) {
          headers.set(name, value);
        }
      }
      const answer = await fetch(`${hostOf(request)}${request.url}`, {
        method: request.method ?? "GET",
        headers,
        redirect: "manual",
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isJson = answer.headers.get("content-type")?.includes("json") === true;
      const body = isJson ? rewrite(bytes.toString()) : bytes;
      const sent = [...answer.headers].filter(
        ([name]) => !/^(?:content-(?:length|encoding)|connection|keep-alive|transfer-encoding)$/.test(name),
      );
      response
        .writeHead(answer.status, Object.fromEntries(sent.map(([name, value]) => [name, rewrite(value)])))
        .end(body);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
