import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import type { SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import type { Mail } from "../../mail/Mail.ts";
import type { Seal } from "../../Seal.ts";
import type { ReadRecords } from "../../sources/oidc/domainRecords.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { OidcClient, type OidcEgress } from "../../sources/oidc/OidcClient.ts";

export interface SsoDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly egress: OidcEgress & Pick<Egress, "resolve">;
  /** Seals what a sign-in needs for its second half. */
  readonly attemptSeal: Seal;
  readonly readRecords: ReadRecords;
  readonly mail: Mail;
  /** Where users reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Whether a directory on this machine may be asked without encryption. */
  readonly allowsPlainLdap: boolean;
}

/** The client of a stored provider; undefined while it has no client id or secret. */
export async function clientOf(
  { db, secrets, egress }: Pick<SsoDeps, "db" | "secrets" | "egress">,
  provider: SsoProviderRow,
): Promise<OidcClient | undefined> {
  if (provider.kind !== "oidc" || provider.secret_id === null || provider.client_id === "") return undefined;
  const { token: clientSecret } = await secrets.open(db, provider.secret_id);
  const { issuer, client_id: clientId, scopes, groups_claim: groupsClaim } = provider;
  return new OidcClient({ issuer, clientId, clientSecret, scopes, groupsClaim }, egress);
}
