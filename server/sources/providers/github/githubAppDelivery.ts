import { z } from "zod";
import { type JsonLimits, JsonScanner } from "../../../JsonScanner.ts";
import type { AppDelivery, DeliveredItem } from "../../connector/appTypes.ts";
import type { DeliveryHeaders } from "../../connector/ProviderRules.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";

/** An item that cannot be read is none: the sync reads what has changed in any case. */
const Item = z
  .object({
    id: z.union([z.number().int().positive(), z.bigint()]).transform(String),
    number: HostNumber,
    updated_at: HostTime,
    pull_request: z.unknown().optional(),
  })
  .nullish()
  .catch(null);
const Body = z.object({
  installation: z.object({ id: z.union([z.number().int().positive(), z.bigint()]).transform(String) }).nullish(),
  repository: z.object({ html_url: z.string().max(2000) }).nullish(),
  issue: Item,
  pull_request: Item,
});
/** A push lists 2,048 commits at most, with about 20 values and the paths of their files. Without limits, 25 MB of empty objects take 17 s and 1 GB. */
const LIMITS: JsonLimits = { elements: 100_000, members: 50_000, depth: 64 };
/** GitHub names each delivery by a UUID. */
const DELIVERY_ID = /^[\w-]{1,100}$/;
const INSTALLATION_EVENTS: ReadonlySet<string> = new Set([
  "installation",
  "installation_repositories",
  "installation_target",
]);

/** What a delivery of a GitHub App reports; null for what is none. Its signature is checked before. */
export function readGithubDelivery(headers: DeliveryHeaders, body: Buffer): AppDelivery | null {
  const { "x-github-delivery": id, "x-github-event": event } = headers;
  if (typeof id !== "string" || !DELIVERY_ID.test(id) || typeof event !== "string") return null;
  const read = Body.safeParse(parse(body));
  if (!read.success) return null;
  return {
    id,
    event,
    installationHostId: read.data.installation?.id ?? null,
    changesInstallation: INSTALLATION_EVENTS.has(event),
    repositoryUrl: read.data.repository?.html_url ?? null,
    item: itemOf(read.data),
  };
}

/** A comment on a request comes with an issue that has the request's number and another id. */
function itemOf({ issue, pull_request: pull }: z.infer<typeof Body>): DeliveredItem | null {
  const row = pull ?? (issue?.pull_request ? null : issue);
  if (!row) return null;
  const { id: externalId, number, updated_at: updatedAt } = row;
  return { kind: pull ? "request" : "issue", externalId, key: `#${number}`, updatedAt: new Date(updatedAt) };
}

/** Null for what is no JSON, and beyond the limits. */
function parse(body: Buffer): unknown {
  if (new JsonScanner(LIMITS).push(body) !== null) return null;
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
