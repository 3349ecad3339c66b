/**
 * Checks every response of the API against the contract. The server itself checks the bodies of successes in tests
 * (`checkAnswers`); this module checks that the status belongs to the call and that an error has the form of errors.
 */
import { z } from "zod";
import { endpoints, type Endpoint } from "../../../contract/endpoints.ts";
import { isMessageCode } from "../../../server/messages/messages.ts";

type FieldErrors = { [field: string]: string[] | FieldErrors };
const FieldErrors: z.ZodType<FieldErrors> = z.lazy(() =>
  z.record(z.string(), z.union([z.array(z.string().min(1)).min(1), FieldErrors])),
);
const Detail = z.strictObject({ detail: z.string().min(1), code: z.string().refine(isMessageCode) });
const Outage = Detail.extend({ request_id: z.string().min(1) });

/** Statuses that the wire knows for refusals. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 409, 413, 415, 422, 428, 429]);

/** @throws Error for an answer that is none of this API. `path` is relative to the prefix. */
export function requireShape(method: string, path: string, status: number, body: unknown, headers: Headers): void {
  const endpoint = matchEndpoint(method, path.replace(/[?#].*$/, ""));
  const say = (what: string): Error => new Error(`${method} ${path.slice(0, 120)} answered ${status}: ${what}`);
  if (status < 400) {
    if (!endpoint) return;
    if (status !== endpoint.status) throw say(`the contract has ${endpoint.status}`);
    if (endpoint.response === null && endpoint.type === undefined && body !== "")
      throw say("a body where there is none");
    return;
  }
  const schema = status >= 500 ? Outage : status === 400 ? FieldErrors : Detail;
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw say(`${JSON.stringify(body)?.slice(0, 200)}: ${z.prettifyError(parsed.error)}`);
  if (status < 500 && !REFUSALS.has(status)) throw say("a status that the wire does not know");
  if (status === 429 && !/^[1-9]\d*$/.test(headers.get("retry-after") ?? "")) throw say("no Retry-After");
  if (!headers.get("content-language")) throw say("no language of its sentences");
}

interface Route {
  readonly endpoint: Endpoint;
  readonly parts: readonly string[];
  readonly literals: number;
}

/** By the method and the number of parts of the path; those with more literal parts first. */
const routes = new Map<string, Route[]>();
for (const endpoint of Object.values<Endpoint>(endpoints)) {
  const parts = partsOf(endpoint.path);
  const key = `${endpoint.method} ${parts.length}`;
  const literals = parts.filter((part) => !part.startsWith(":")).length;
  routes.set(key, [...(routes.get(key) ?? []), { endpoint, parts, literals }]);
}
for (const [key, found] of routes)
  routes.set(
    key,
    found.toSorted((a, b) => b.literals - a.literals),
  );

/** Finds the endpoint that a request belongs to, or undefined. `path` is relative to the prefix, with or without its last slash. */
function matchEndpoint(method: string, path: string): Endpoint | undefined {
  const wanted = partsOf(path);
  return routes
    .get(`${method} ${wanted.length}`)
    ?.find(({ parts }) => parts.every((part, at) => part.startsWith(":") || part === wanted[at]))?.endpoint;
}

function partsOf(path: string): readonly string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}
