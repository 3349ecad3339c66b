/** Readers of requests over a host on loopback, for the tests of their details. */
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { requestsOf } from "../../../server/sources/providers/connectorRegistry.ts";
import type { KnownRequest, RequestReader } from "../../../server/sources/connector/requestTypes.ts";
import type { RestAnswer, RestHost } from "../../providers/restHost.ts";

const egress = createEgress({ allowed: ["127.0.0.0/8"] });
export const HEAD = "6dcb09b5b57875f334f61aebed695e2e4193db5e";
export const BASE = "c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc";

export const ok = (body: unknown, headers?: Record<string, string>): RestAnswer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const missing: RestAnswer = { status: 404, body: { message: "Not Found" } };
export const known = (part: Partial<KnownRequest> = {}): KnownRequest => ({
  number: 1347,
  externalId: "1",
  url: "https://host.example/octocat/Hello-World/pull/1347",
  headHash: HEAD,
  isOpen: true,
  ...part,
});
export function readerOf(host: RestHost, provider: string, path: string): RequestReader {
  const found = requestsOf(provider, {
    url: `${host.url}${path}`,
    credential: new Credential({ token: "t", origin: host.url }),
    egress,
    retries: 0,
    retryDelayMs: 1,
  });
  if (!found) throw new Error("The provider has requests.");
  return found;
}
