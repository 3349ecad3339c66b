/** A host that answers what an input says: the connectors under test are the real ones, and so is the reading of each answer. */
import { KNOWN_REQUEST } from "../../providers/knownRequest.ts";
import { Response } from "undici";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { unread } from "../../../server/sources/responses/UnreadResponse.ts";
import type { ConnectorInput } from "../../../server/sources/connector/Connector.ts";
import { requestsOf, trackerOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { isRecord } from "../../../server/sources/rest/restFailure.ts";
import { type Target, jsonOf, promise } from "./Target.ts";
import { verbatim } from "../../../server/messages/messages.ts";

/** Names the call, and the answers to its requests in their order: status, headers, body. */
export type Script = readonly [
  call: string,
  ...answers: readonly (readonly [number, Record<string, string>, unknown])[],
];
type Call = (input: ConnectorInput) => unknown;

const SIGNAL = new AbortController().signal;
const NO_BODY = [204, 205, 304];

/** GitHub's client yields to the event loop a dozen times for each request, by timers of zero that take a millisecond each. */
const later = globalThis.setTimeout;
Object.assign(globalThis, {
  setTimeout: Object.assign(
    (call: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
      delay > 0 ? later(call, delay, ...values) : setImmediate(call, ...values),
    later,
  ),
});

/** What a provider can be asked for, by name. */
export type Calls = Readonly<Record<string, (input: ConnectorInput, signal: AbortSignal) => unknown>>;

/** Pages of rows, read to their end; nothing where the provider does not have them. */
export const rowsOf = async (pages: AsyncIterable<unknown> | undefined): Promise<unknown[]> =>
  pages ? Array.fromAsync(pages) : [];

/** The calls of trackers and of their request readers. */
export function trackerCalls(provider: string): Calls {
  const tracker = (input: ConnectorInput) => trackerOf(provider, input).open();
  return {
    describe: (input, signal) => tracker(input).describe(signal),
    changes: (input, signal) => rowsOf(tracker(input).changes(null, signal)),
    events: (input, signal) => rowsOf(tracker(input).events?.(null, signal)),
    thread: (input, signal) => tracker(input).thread?.("#1", signal),
    ids: (input, signal) => rowsOf(tracker(input).inventory.ids(signal)),
    count: (input, signal) => tracker(input).inventory.count(signal),
    has: (input, signal) => tracker(input).inventory.has({ externalId: "9001", key: "#1" }, signal),
    read: (input, signal) => tracker(input).inventory.read?.(["9001", "9002"], signal),
    ...requestCalls(provider),
  };
}

/** What the requests of a repository can be asked for. */
export function requestCalls(provider: string): Calls {
  return {
    requests: (input, signal) => rowsOf(requestsOf(provider, input)?.changes(null, signal)),
    details: (input, signal) => requestsOf(provider, input)?.details(KNOWN_REQUEST, signal),
    releases: (input, signal) => requestsOf(provider, input)?.releases?.(signal),
  };
}

/** A target whose inputs are scripts. @param url of the source at the host; @param calls what can be asked, by name */
export function providerTarget(url: string, calls: Calls): Target {
  const names = Object.keys(calls);
  return {
    promise: "Whatever the host answers, a call gives rows of the declared types or fails with a SourceError.",
    shape: "json",
    longest: 24_000,
    run: async (bytes) => {
      const script = jsonOf(bytes);
      if (!Array.isArray(script)) return undefined;
      const [name, ...answers] = script as unknown[];
      const call: Call = (input) => calls[names.find((known) => known === name) ?? names[0] ?? ""]?.(input, SIGNAL);
      const input: ConnectorInput = {
        url,
        credential: new Credential({ token: "t", username: "ada@host.example", origin: new URL(url).origin }),
        egress: answering(answers),
        readsRestricted: true,
        retries: 0,
        retryDelayMs: 1,
      };
      try {
        checkValue(await call(input), 0);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
      }
      return undefined;
    },
  };
}

/** After the last answer the host is down, so no call asks without end. */
function answering(answers: readonly unknown[]): ConnectorInput["egress"] {
  let next = 0;
  return {
    check: () => undefined,
    fetch: async (url) => {
      const answer = answers[next];
      next += 1;
      if (!Array.isArray(answer)) throw new SourceError("cut", verbatim("The host is down."));
      const [status, headers, body] = answer as unknown[];
      const code = typeof status === "number" && status >= 200 && status < 600 ? Math.floor(status) : 200;
      const text = typeof body === "string" ? body : JSON.stringify(body ?? null);
      const response = new Response(NO_BODY.includes(code) ? null : text, {
        status: code,
        headers: headersOf(headers),
      });
      return { ...unread(response), url: String(url) };
    },
  };
}

/** What no HTTP library lets through cannot reach a connector. */
const headersOf = (headers: unknown): [string, string][] =>
  isRecord(headers)
    ? Object.entries(headers).flatMap(([name, value]) =>
        /^[\w-]{1,40}$/.test(name) && !/encoding/i.test(name)
          ? [
              [
                name,
                String(JSON.stringify(value) ?? "")
                  .replaceAll(/^"|[^\x20-\x7e]|"$/g, "")
                  .replaceAll('\\"', '"'),
              ],
            ]
          : [],
      )
    : [];

/** What is stored later: texts, numbers, yes or no, times and nothing else. */
function checkValue(value: unknown, depth: number): void {
  promise(typeof value !== "function" && typeof value !== "symbol", "A value is a function.");
  if (value instanceof Date) promise(!Number.isNaN(value.getTime()), "A time is none.");
  if (typeof value === "number") promise(!Number.isNaN(value), "A number is none.");
  if (typeof value !== "object" || value === null || depth > 12) return;
  for (const child of value instanceof Map ? value.values() : Object.values(value)) checkValue(child, depth + 1);
}
