/** Authentication for Jira and Confluence: both use the same kind of token and the same way to find a site. */
import { z } from "zod";
import type { Authorization, Credential } from "../../egress/Credential.ts";
import { SourceError } from "../../SourceError.ts";
import type { Egress } from "../../egress/egress.ts";
import { fetchBuffered } from "../../egress/bufferedResponse.ts";
import { message } from "../../../messages/messages.ts";

/** A personal token is sent with its owner's e-mail address; an OAuth token without one. */
export const atlassianAuthorization = (credential: Credential): Authorization =>
  credential.as(credential.isOauth || credential.username === "" ? "bearer" : "basic");

/** A connected account has no access at the site itself, but at the API where sites are addressed by their id. */
export const isAtSite = (credential: Credential | null, { host }: { readonly host: string }): boolean =>
  credential?.isOauth !== true || !host.endsWith(".atlassian.net");

const Tenant = z.object({ cloudId: z.string().regex(/^[\w-]{1,64}$/) });

/**
 * Where a site's API is for tokens of OAuth. A site returns its number without authentication.
 * @param path of the API below the site's place
 * @throws SourceError
 */
export async function locateSite(
  product: "jira" | "confluence",
  { url, egress }: { readonly url: { readonly host: string }; readonly egress: Pick<Egress, "fetch"> },
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const { host } = url;
  const call = { host, url: `https://${host}/_edge/tenant_info`, answer: "account" } as const;
  const answer = await fetchBuffered(egress, call, { signal });
  const tenant = Tenant.safeParse(readJson(await answer.text()));
  if (answer.status !== 200 || !tenant.success) {
    throw new SourceError("bad_answer", message("host.not_atlassian", { host: url.host }));
  }
  return `https://api.atlassian.com/ex/${product}/${tenant.data.cloudId}${path}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
