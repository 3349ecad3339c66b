import type { SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { findSsoLdap } from "../../db/tables/directory/ssoLdap.ts";
import { LdapDirectory } from "../../sources/ldap/LdapDirectory.ts";
import type { SsoDeps } from "./ssoDeps.ts";

export type LdapDeps = Pick<SsoDeps, "db" | "allowsPlainLdap"> & {
  readonly secrets: Pick<SsoDeps["secrets"], "open">;
  readonly egress: Pick<SsoDeps["egress"], "resolve">;
};

/** The directory of a stored provider; undefined while it has no password for its bind DN. */
export async function directoryOf(
  { db, secrets, egress, allowsPlainLdap: allowsPlain }: LdapDeps,
  provider: SsoProviderRow,
): Promise<LdapDirectory | undefined> {
  const ldap = await findSsoLdap(db, provider.id);
  if (!ldap || provider.secret_id === null) return undefined;
  const { token: bindPassword } = await secrets.open(db, provider.secret_id);
  return new LdapDirectory(
    {
      server: provider.issuer,
      bindDn: provider.client_id,
      bindPassword,
      searchBase: ldap.search_base,
      filter: ldap.filter,
      addressAttribute: ldap.address_attribute,
      nameAttribute: ldap.name_attribute,
      groupsAttribute: provider.groups_claim,
      ca: ldap.ca,
    },
    { egress, allowsPlain },
  );
}
