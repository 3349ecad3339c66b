/** The settings of a company's LDAP providers. */
import { X509Certificate } from "node:crypto";
import type { LdapProviderBody, NewLdapProviderBody } from "../../../contract/access/ldap.ts";
import type { SsoProvider } from "../../../contract/access/sso.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { newId } from "../../db/newId.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { insertSsoProvider, listSsoDomains, updateSsoProvider } from "../../db/tables/directory/ssoProviders.ts";
import { findSsoLdap, insertSsoLdap, type SsoLdapRow, updateSsoLdap } from "../../db/tables/directory/ssoLdap.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { isFilter } from "../../sources/ldap/ldapFilter.ts";
import { presentProvider } from "./present.ts";
import { changeGroupsClaim, lockForNewProvider, requireProvider, requireWayIn, subjectOf } from "./providers.ts";
import type { SsoDeps } from "./ssoDeps.ts";

type Given = Omit<LdapProviderBody, "is_enabled">;

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

function isCertificates(text: string): boolean {
  const blocks = text.match(PEM) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    return false;
  }
  return blocks.length > 0;
}

const ownRow = (providerId: string, body: Given): SsoLdapRow => ({
  provider_id: providerId,
  search_base: body.search_base,
  filter: body.filter,
  address_attribute: body.address_attribute,
  name_attribute: body.name_attribute,
  ca: body.ca === "" ? null : body.ca,
});

/** @throws Invalid for a filter or certificates that could not be used */
function checkGiven({ filter, ca }: Given): void {
  if (!isFilter(filter)) throw new Invalid({ filter: [message("field.ldap_filter")] });
  if (ca !== null && ca !== "" && !isCertificates(ca)) throw new Invalid({ ca: [message("sso.ldap_certificates")] });
}

const auditOf = ({ search_base, filter, address_attribute, name_attribute, ca }: Omit<SsoLdapRow, "provider_id">) => ({
  search_base,
  filter,
  address_attribute,
  name_attribute,
  has_ca: ca !== null,
});

/** A new provider is off until it is turned on. @throws Invalid; Conflict at the limit */
export async function addLdapProvider(
  { db, secrets, publicUrl }: SsoDeps,
  companyId: string,
  body: NewLdapProviderBody,
  by: Actor,
): Promise<SsoProvider> {
  checkGiven(body);
  const { bind_password: password, server: issuer, label, bind_dn: bindDn, groups_attribute: groups } = body;
  if (password === null || password === "") throw new Invalid({ bind_password: [message("field.required")] });
  const id = newId();
  const ldap = ownRow(id, body);
  return db.transaction().execute(async (transaction) => {
    await lockForNewProvider(transaction, companyId);
    await insertSsoProvider(transaction, {
      id,
      company_id: companyId,
      secret_id: await secrets.store(transaction, companyId, { token: password }),
      is_enabled: false,
      kind: "ldap",
      label,
      issuer,
      client_id: bindDn,
      scopes: "",
      // The company writes its directory itself.
      trusts_addresses: true,
      groups_claim: groups,
    });
    await insertSsoLdap(transaction, ldap);
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_added",
      subject: subjectOf({ id, label }),
      after: { kind: "ldap", issuer, bind_dn: bindDn, groups_claim: groups, ...auditOf(ldap) },
    });
    return presentProvider(await requireProvider(transaction, companyId, id), [], publicUrl(), { ldap });
  });
}

/** @throws NotFound; Invalid; Conflict when no user could sign in any more */
export async function changeLdapProvider(
  { db, secrets, publicUrl }: SsoDeps,
  companyId: string,
  id: string,
  { is_enabled, ...body }: LdapProviderBody,
  by: Actor,
): Promise<SsoProvider> {
  checkGiven(body);
  const { bind_password: password, label, bind_dn: bindDn, groups_attribute: groups } = body;
  const ldap = ownRow(id, body);
  const { provider_id: _id, ...values } = ldap;
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await requireProvider(transaction, companyId, id);
    const stored = await findSsoLdap(transaction, id);
    if (!stored) throw new NotFound(message("sso.provider_not_found"));
    const isNewPassword = password !== null && password !== "";
    const secretId = isNewPassword
      ? await secrets.store(transaction, companyId, { token: password })
      : before.secret_id;
    await updateSsoProvider(transaction, id, { label, is_enabled, client_id: bindDn, secret_id: secretId });
    await changeGroupsClaim(transaction, before, groups, by);
    await updateSsoLdap(transaction, id, values);
    if (isNewPassword && before.secret_id !== null) await deleteSecrets(transaction, [before.secret_id]);
    await requireWayIn(transaction, companyId);
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_changed",
      subject: subjectOf(before),
      before: {
        label: before.label,
        is_enabled: before.is_enabled,
        bind_dn: before.client_id,
        groups_claim: before.groups_claim,
        ...auditOf(stored),
      },
      after: {
        label,
        is_enabled,
        bind_dn: bindDn,
        groups_claim: groups,
        ...auditOf(ldap),
        is_new_password: isNewPassword,
      },
    });
    const domains = await listSsoDomains(transaction, companyId);
    return presentProvider(await requireProvider(transaction, companyId, id), domains, publicUrl(), { ldap });
  });
}
