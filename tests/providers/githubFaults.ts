import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Interceptor } from "../../server/demo/hosts/githubHost.ts";
import type { JsonValue } from "../../server/demo/hosts/hostAnswers.ts";

/** A request as a fault sees it. `count` is 1 for the first request since the start. */
export interface HostRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly count: number;
}

/** What to do instead of answering: another answer, a cut connection, an answer that breaks off, or none for some time. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: JsonValue | string }
  | { readonly drop: true }
  | { readonly breakOffAfter: number }
  | { readonly delayMs: number };

/** The interceptor of a host whose faults a test decides for each request. */
export function withFaults(faults: (request: HostRequest) => Fault | undefined): Interceptor {
  let count = 0;
  return async (request, response, answer) => {
    count += 1;
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://127.0.0.1");
    const fault = faults({ path, query, headers: request.headers, count });
    if (fault === undefined) return answer();
    if ("drop" in fault) return void request.socket.destroy();
    if ("status" in fault) {
      const text = typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? {});
      response
        .writeHead(fault.status, { "content-type": "application/json; charset=utf-8", ...fault.headers })
        .end(text);
      return;
    }
    if ("delayMs" in fault) await delay(fault.delayMs, undefined, { ref: false });
    else breakOff(response, fault.breakOffAfter);
    await answer();
  };
}

/** Ends the connection after this many characters of the body. */
function breakOff(response: ServerResponse, after: number): void {
  const end = response.end.bind(response);
  response.end = ((text?: unknown) => {
    if (typeof text !== "string") return end();
    response.write(text.slice(0, after), () => response.destroy());
    return response;
  }) as typeof response.end;
}
