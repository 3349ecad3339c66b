import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallCheck } from "./published/publishedCheck.ts";

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  /** 1 for the first request since the start. */
  readonly count: number;
}
export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
/** What happens instead of the answer, or to it. */
export type RestFault =
  | RestAnswer
  | { readonly drop: true }
  | { readonly breakOffAfter: number }
  | { readonly delayMs: number }
  | { readonly until: Promise<void> };

export interface RestHost {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** `METHOD path` of each request. */
  readonly requests: string[];
  /** What differed from the provider's published description, in requests and in answers; `stop` throws when there is any. */
  deviations(): readonly string[];
  /** Deviations that are the point of a test, such as rows that no host sends. */
  intended: readonly RegExp[];
  /** Asked before each answer; change it between two requests. */
  fault: ((request: RestRequest) => RestFault | undefined) | undefined;
  stop(): Promise<void>;
}

/**
 * A host on loopback that serves JSON over real HTTP from a provider's function, with faults that a test injects.
 * @param handleOther handles requests outside the API, and returns whether it did
 * @param check of each request, and of each answer but those of a fault
 */
export async function startRestHost(
  answer: (request: RestRequest, url: string) => RestAnswer,
  handleOther?: (request: IncomingMessage, response: ServerResponse) => boolean,
  check?: CallCheck,
): Promise<RestHost> {
  const requests: string[] = [];
  const calls: (readonly [RestRequest, RestAnswer])[] = [];
  const server = createServer((request, response) => {
    if (handleOther?.(request, response)) return;
    void (async () => {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
      const at = new URL(request.url ?? "/", host.url);
      requests.push(`${request.method} ${at.pathname}`);
      const received: RestRequest = {
        method: request.method ?? "GET",
        path: at.pathname,
        query: at.searchParams,
        headers: request.headers,
        body: text === "" ? null : readBody(text),
        count: requests.length,
      };
      const fault = host.fault?.(received);
      if (fault && "drop" in fault) return void request.socket.destroy();
      if (fault && "delayMs" in fault) await new Promise((resolve) => setTimeout(resolve, fault.delayMs).unref());
      if (fault && "until" in fault) await fault.until;
      const isFault = fault !== undefined && "status" in fault;
      const { status, body, headers } = isFault ? fault : answer(received, host.url);
      if (check) calls.push([received, isFault ? { status: 500, body: null } : { status, body }]);
      const sent = typeof body === "string" ? body : JSON.stringify(body);
      response.writeHead(status, {
        "content-type": typeof body === "string" ? "text/html" : "application/json",
        "content-length": Buffer.byteLength(sent),
        ...headers,
      });
      if (fault && "breakOffAfter" in fault)
        response.write(sent.slice(0, fault.breakOffAfter), () => response.destroy());
      else response.end(sent);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host: RestHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    // At the end: what a schema costs at its first use is none of the time that the product waits.
    deviations: () => [
      ...new Set(
        calls
          .flatMap((call) => check?.(...call) ?? [])
          .filter((one) => !host.intended.some((pattern) => pattern.test(one))),
      ),
    ],
    intended: [],
    fault: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      const different = host.deviations();
      if (different.length > 0) throw new Error(`Not as the provider publishes it:\n${different.join("\n")}`);
    },
  };
  return host;
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
