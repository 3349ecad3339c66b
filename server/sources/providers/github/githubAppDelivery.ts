import { z } from "zod";
import type { AppDelivery } from "../../connector/appTypes.ts";
import type { DeliveryHeaders } from "../../connector/ProviderRules.ts";

const Body = z.object({
  installation: z.object({ id: z.union([z.number().int().positive(), z.bigint()]).transform(String) }).nullish(),
  repository: z.object({ html_url: z.string().max(2000) }).nullish(),
});
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
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
