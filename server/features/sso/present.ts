import { API_PREFIX } from "../../../contract/constants.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { LdapDetails } from "../../../contract/access/ldap.ts";
import type { SamlCertificate, SamlDetails, SsoDomain, SsoProvider } from "../../../contract/access/sso.ts";
import type { SsoDomainRow, SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import type { SsoLdapRow } from "../../db/tables/directory/ssoLdap.ts";
import type { SsoSamlRow } from "../../db/tables/directory/ssoSaml.ts";
import { readMetadata, type SamlCertificate as ReadCertificate } from "../../sources/saml/readMetadata.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";

/** Paths of the calls that providers make; each provider has its own, so that no answer of one is taken for another's. */
export const CALLBACK_PATH = `${API_PREFIX}users/sso/callback/`;
export const LOGOUT_PATH = `${API_PREFIX}users/sso/logout/`;
export const METADATA_PATH = `${API_PREFIX}users/sso/metadata/`;

export const redirectUrl = (publicUrl: string, providerId: string): string =>
  `${publicUrl}${CALLBACK_PATH}${providerId}/`;
export const logoutUrl = (publicUrl: string, providerId: string): string => `${publicUrl}${LOGOUT_PATH}${providerId}/`;
/** Clew's entity id at a SAML 2.0 provider. */
export const entityIdOf = (publicUrl: string, providerId: string): string =>
  `${publicUrl}${METADATA_PATH}${providerId}/`;

/** Before that a certificate is said to expire. */
const EXPIRING_MS = 30 * DAY_MS;

/** @param details of a provider of another kind than OpenID Connect */
export function presentProvider(
  row: SsoProviderRow,
  domains: readonly SsoDomainRow[],
  publicUrl: string,
  { saml, ldap }: { readonly saml?: SsoSamlRow | undefined; readonly ldap?: SsoLdapRow | undefined } = {},
): SsoProvider {
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.secret_id !== null,
    scopes: row.scopes,
    trusts_addresses: row.trusts_addresses,
    is_enabled: row.is_enabled,
    groups_claim: row.groups_claim,
    signs_out: row.signs_out,
    redirect_url: redirectUrl(publicUrl, row.id),
    logout_url: logoutUrl(publicUrl, row.id),
    saml: saml ? presentSaml(saml, publicUrl) : null,
    ldap: ldap ? presentLdap(row, ldap) : null,
    domains: domains.filter(({ provider_id }) => provider_id === row.id).map(presentDomain),
  };
}

const presentLdap = ({ client_id: bindDn }: SsoProviderRow, row: SsoLdapRow): LdapDetails => ({
  bind_dn: bindDn,
  search_base: row.search_base,
  filter: row.filter,
  address_attribute: row.address_attribute,
  name_attribute: row.name_attribute,
  ca: row.ca,
});

const presentSaml = (row: SsoSamlRow, publicUrl: string): SamlDetails => ({
  metadata_url: row.metadata_url,
  read_at: row.read_at.toISOString(),
  entity_id: entityIdOf(publicUrl, row.provider_id),
  signs_requests: row.signs_requests,
  allows_unsolicited: row.allows_unsolicited,
  certificates: certificatesOf(row).map((certificate) => ({
    fingerprint: certificate.fingerprint,
    valid_until: certificate.validUntil.toISOString(),
    state: certificateStateOf(certificate, Date.now()),
  })),
});

/** None where the stored metadata are not valid any more: the settings must still open. */
function certificatesOf({ metadata }: SsoSamlRow): readonly ReadCertificate[] {
  try {
    return readMetadata(metadata).certificates;
  } catch (error) {
    if (error instanceof SamlRefusedError) return [];
    throw error;
  }
}

/** Whether a key may sign at a time, and whether that ends soon. */
export function certificateStateOf({ validFrom, validUntil }: ReadCertificate, now: number): SamlCertificate["state"] {
  if (validFrom.getTime() > now) return "future";
  if (validUntil.getTime() < now) return "expired";
  return validUntil.getTime() < now + EXPIRING_MS ? "expiring" : "valid";
}

export const presentDomain = (row: SsoDomainRow): SsoDomain => ({
  id: row.id,
  name: row.name,
  record: row.record,
  verified_at: row.verified_at?.toISOString() ?? null,
});
