/** A host that receives webhooks, for tests. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a path answers; the default is 204. */
export type ReceiverAnswer = (response: ServerResponse, request: ReceivedRequest) => void;

export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, ReceiverAnswer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const answer = answers.get(one.path);
      if (answer) answer(response, one);
      else response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path: string) => received.filter((one) => one.path === path),
    answer: (path: string, answer: ReceiverAnswer | number, body = ""): void => {
      answers.set(path, typeof answer === "number" ? (response) => response.writeHead(answer).end(body) : answer);
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** What a receiver that follows the Standard Webhooks specification computes for a secret. */
export function expectedSignature(secret: string, { headers, body }: ReceivedRequest): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
