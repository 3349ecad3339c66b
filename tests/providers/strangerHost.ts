import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface StrangerHost {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Each request as it came: method, address, all headers (Basic decoded) and body. */
  readonly received: string[];
  stop(): Promise<void>;
}

/** A host that must not receive a credential. It answers everything with an empty list and this status, and records the requests. */
export async function startStrangerHost(status = 200): Promise<StrangerHost> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      received.push([request.method, request.url, ...request.rawHeaders.map(decoded), body].join("\n"));
      response.writeHead(status, { "content-type": "application/json" }).end("[]");
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const decoded = (header: string): string =>
  /^basic /i.test(header) ? `Basic ${Buffer.from(header.slice(6), "base64").toString()}` : header;
