/** Access to Jira and Confluence: both use the same kind of token and the same way to find a site. */
import { z } from "zod";
import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { fetchBuffered } from "../../egress/bufferedResponse.ts";
import { RestClient, type RestClientOptions } from "../../rest/restClient.ts";
import { message } from "../../../messages/messages.ts";

type Product = "jira" | "confluence";
type AtlassianOptions = ConnectorOptions<{ readonly host: string }>;

/** The API below the place of a site, for connected accounts. */
const API_PATHS: Readonly<Record<Product, string>> = { jira: "/rest/api/3", confluence: "/wiki/api/v2" };

export function atlassianClient(
  product: Product,
  options: AtlassianOptions,
  api: Pick<RestClientOptions, "api" | "provider" | "thing" | "scopes">,
): RestClient {
  const { url, credential } = options;
  const isOauth = credential?.isOauth === true;
  // A personal token is sent with its owner's email address; an OAuth token without one.
  const form = isOauth || credential?.username === "" ? "bearer" : "basic";
  // A connected account has no access at the site itself, but at the API where sites are addressed by their id.
  const isElsewhere = isOauth && url.host.endsWith(".atlassian.net");
  return new RestClient({
    ...options,
    ...api,
    host: url.host,
    hasCredential: credential !== null,
    isOauth,
    authorization: credential && credential.as(form),
    locate: isElsewhere ? (signal) => locateSite(product, options, signal) : undefined,
  });
}

const Tenant = z.object({ cloudId: z.string().regex(/^[\w-]{1,64}$/) });

/** The root of a site's API for OAuth tokens. A site returns its number without authentication. @throws SourceError */
async function locateSite(
  product: Product,
  { url: { host }, egress }: AtlassianOptions,
  signal: AbortSignal,
): Promise<string> {
  const call = { host, url: `https://${host}/_edge/tenant_info`, answer: "account" } as const;
  const answer = await fetchBuffered(egress, call, { signal });
  const tenant = Tenant.safeParse(readJson(await answer.text()));
  if (answer.status !== 200 || !tenant.success)
    throw new SourceError("bad_answer", message("host.not_atlassian", { host }));
  return `https://api.atlassian.com/ex/${product}/${tenant.data.cloudId}${API_PATHS[product]}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
