import { API_PREFIX } from "../../../contract/constants.ts";
import type { SsoDomain, SsoProvider } from "../../../contract/sso.ts";
import type { SsoDomainRow, SsoProviderRow } from "../../db/tables/ssoProviders.ts";

/** Paths of the calls that providers make; each provider has its own, so that no answer of one is taken for another's. */
export const CALLBACK_PATH = `${API_PREFIX}users/sso/callback/`;
export const LOGOUT_PATH = `${API_PREFIX}users/sso/logout/`;

export const redirectUrl = (publicUrl: string, providerId: string): string =>
  `${publicUrl}${CALLBACK_PATH}${providerId}/`;

export function presentProvider(row: SsoProviderRow, domains: readonly SsoDomainRow[], publicUrl: string): SsoProvider {
  return {
    id: row.id,
    label: row.label,
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.secret_id !== null,
    scopes: row.scopes,
    trusts_addresses: row.trusts_addresses,
    is_enabled: row.is_enabled,
    redirect_url: redirectUrl(publicUrl, row.id),
    logout_url: `${publicUrl}${LOGOUT_PATH}${row.id}/`,
    domains: domains.filter(({ provider_id }) => provider_id === row.id).map(presentDomain),
  };
}

export const presentDomain = (row: SsoDomainRow): SsoDomain => ({
  id: row.id,
  name: row.name,
  record: row.record,
  verified_at: row.verified_at?.toISOString() ?? null,
});
