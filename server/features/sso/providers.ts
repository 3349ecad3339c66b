/** The settings of a company's single sign-on: providers, and whether it is required. */
import { randomBytes } from "node:crypto";
import {
  SSO_LIMITS,
  type NewSsoProviderBody,
  type SsoDomain,
  type SsoPolicyBody,
  type SsoProvider,
  type SsoProviderBody,
  type SsoSettings,
} from "../../../contract/access/sso.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { isUniqueViolation } from "../../db/databaseErrors.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById, lockCompany, updateCompany } from "../../db/tables/companies/companies.ts";
import { listAdmins } from "../../db/tables/companies/companyUsers.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { findPasswordHash } from "../../db/tables/accounts/users.ts";
import { NO_PASSWORD } from "../../access/passwords/passwords.ts";
import {
  deletePasswordSessions,
  listPasswordAdmins,
  updatePasswordAdmins,
} from "../../db/tables/directory/ssoAccounts.ts";
import {
  canSignInBySso,
  deleteSsoDomain,
  deleteSsoProvider,
  findSsoDomain,
  findSsoProvider,
  insertSsoDomain,
  insertSsoProvider,
  listSsoDomains,
  listSsoProviders,
  type SsoDomainRow,
  type SsoProviderRow,
  updateSsoDomainVerified,
  updateSsoProvider,
} from "../../db/tables/directory/ssoProviders.ts";
import { deleteSignOutHints } from "../../db/tables/directory/ssoSignOut.ts";
import { listSsoLdap } from "../../db/tables/directory/ssoLdap.ts";
import { listSsoSaml } from "../../db/tables/directory/ssoSaml.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { isWithoutRecord } from "../../sources/oidc/domainRecords.ts";
import { endProviderGroups } from "./groupRoles.ts";
import { presentDomain, presentProvider } from "./present.ts";
import type { SsoDeps } from "./ssoDeps.ts";

const RECORD_PREFIX = "clew-verification=";

export async function readSso(
  { db, publicUrl }: Pick<SsoDeps, "db" | "publicUrl">,
  companyId: string,
): Promise<SsoSettings> {
  const { sso_required: isRequired } = await findCompanyById(db, companyId);
  const domains = await listSsoDomains(db, companyId);
  const providers = await listSsoProviders(db, companyId);
  const saml = await listSsoSaml(db, companyId);
  const ldap = await listSsoLdap(db, companyId);
  return {
    is_required: isRequired,
    password_admins: await listPasswordAdmins(db, companyId),
    providers: providers.map((row) =>
      presentProvider(row, domains, publicUrl(), {
        saml: saml.find(({ provider_id }) => provider_id === row.id),
        ldap: ldap.find(({ provider_id }) => provider_id === row.id),
      }),
    ),
  };
}

/** A provider of this company. @throws NotFound, also for one of another company */
export async function requireProvider(db: Db, companyId: string, id: string): Promise<SsoProviderRow> {
  const row = await findSsoProvider(db, companyId, id);
  if (!row) throw new NotFound(message("sso.provider_not_found"));
  return row;
}

export const subjectOf = ({ id, label }: Pick<SsoProviderRow, "id" | "label">) => ({
  kind: "sso_provider",
  id,
  name: label,
});

/** @throws Invalid for an address that this server does not request */
function checkIssuer(egress: SsoDeps["egress"], issuer: string): void {
  try {
    egress.check(new URL(issuer));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Invalid({ issuer: [error.text] }, { cause: error });
  }
}

/** Locks the company, so that providers that are added at the same time count each other. @throws Conflict at the limit */
export async function lockForNewProvider(transaction: Db, companyId: string): Promise<void> {
  await lockCompany(transaction, companyId);
  if ((await listSsoProviders(transaction, companyId)).length >= SSO_LIMITS.providers) {
    throw new Conflict(message("sso.providers_limit", { max: SSO_LIMITS.providers }));
  }
}

/** A new provider is off until it is turned on. @throws Invalid; Conflict at the limit */
export async function addProvider(
  { db, secrets, egress, publicUrl }: SsoDeps,
  companyId: string,
  { client_secret: secret, ...fields }: NewSsoProviderBody,
  by: Actor,
): Promise<SsoProvider> {
  checkIssuer(egress, fields.issuer);
  const id = newId();
  return db.transaction().execute(async (transaction) => {
    await lockForNewProvider(transaction, companyId);
    const secretId =
      secret === null || secret === "" ? null : await secrets.store(transaction, companyId, { token: secret });
    await insertSsoProvider(transaction, {
      id,
      company_id: companyId,
      secret_id: secretId,
      is_enabled: false,
      ...fields,
      groups_claim: fields.groups_claim ?? "",
      signs_out: fields.signs_out ?? false,
    });
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_added",
      subject: subjectOf({ id, label: fields.label }),
      after: { issuer: fields.issuer, client_id: fields.client_id, trusts_addresses: fields.trusts_addresses },
    });
    return presentProvider(await requireProvider(transaction, companyId, id), [], publicUrl());
  });
}

/** @throws NotFound; Invalid when it is turned on without a client id or secret; Conflict when no user could sign in any more */
export async function changeProvider(
  { db, secrets, publicUrl }: SsoDeps,
  companyId: string,
  id: string,
  { client_secret: secret, groups_claim: claim, signs_out: signsOut, ...fields }: SsoProviderBody,
  by: Actor,
): Promise<SsoProvider> {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const before = await requireProvider(transaction, companyId, id);
    // Its fields are other ones, and its secret is a key of ours.
    if (before.kind !== "oidc") throw new NotFound(message("sso.provider_not_found"));
    const isNewSecret = secret !== null && secret !== "";
    if (fields.is_enabled) {
      if (fields.client_id === "") throw new Invalid({ client_id: [message("field.required")] });
      if (!isNewSecret && before.secret_id === null) {
        throw new Invalid({ client_secret: [message("field.required")] });
      }
    }
    const secretId = isNewSecret ? await secrets.store(transaction, companyId, { token: secret }) : before.secret_id;
    await updateSsoProvider(transaction, id, { ...fields, secret_id: secretId });
    await changeGroupsClaim(transaction, before, claim, by);
    await changeSignOut(transaction, before, signsOut);
    if (isNewSecret && before.secret_id !== null) await deleteSecrets(transaction, [before.secret_id]);
    await requireWayIn(transaction, companyId);
    const { label, client_id, scopes, trusts_addresses, is_enabled, groups_claim, signs_out } = before;
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_changed",
      subject: subjectOf(before),
      before: { label, client_id, scopes, trusts_addresses, is_enabled, groups_claim, signs_out },
      after: {
        ...fields,
        groups_claim: claim ?? groups_claim,
        signs_out: signsOut ?? signs_out,
        is_new_secret: isNewSecret,
      },
    });
    const domains = await listSsoDomains(transaction, companyId);
    return presentProvider(await requireProvider(transaction, companyId, id), domains, publicUrl());
  });
}

/** Stores where groups are read. Those of another claim were other ones, so what they gave ends. @param claim undefined: it stays */
export async function changeGroupsClaim(
  transaction: Db,
  before: SsoProviderRow,
  claim: string | undefined,
  by: Actor,
): Promise<void> {
  if (claim === undefined || claim === before.groups_claim) return;
  await updateSsoProvider(transaction, before.id, { groups_claim: claim, groups_refused_at: null });
  await endProviderGroups(transaction, before, by);
}

/** Stores whether users sign out there too. What their sessions keep for it goes with the choice. @param isOn undefined: it stays */
export async function changeSignOut(transaction: Db, before: SsoProviderRow, isOn: boolean | undefined): Promise<void> {
  if (isOn === undefined || isOn === before.signs_out) return;
  await updateSsoProvider(transaction, before.id, { signs_out: isOn });
  if (!isOn) await deleteSignOutHints(transaction, before.id);
}

/** Deletes a provider with its links and domains, and ends the sessions that began there. @throws NotFound, Conflict */
export async function removeProvider({ db }: SsoDeps, companyId: string, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const row = await requireProvider(transaction, companyId, id);
    await endProviderGroups(transaction, row, by);
    await deleteSsoProvider(transaction, id);
    if (row.secret_id !== null) await deleteSecrets(transaction, [row.secret_id]);
    await requireWayIn(transaction, companyId);
    await recordAuditEvent(transaction, by, {
      action: "sso.provider_removed",
      subject: subjectOf(row),
      before: { issuer: row.issuer },
    });
  });
}

/** Where single sign-on is required, it must stay possible. @throws Conflict */
export async function requireWayIn(transaction: Db, companyId: string): Promise<void> {
  const { sso_required: isRequired } = await findCompanyById(transaction, companyId);
  if (isRequired && !(await canSignInBySso(transaction, companyId))) throw new Conflict(message("sso.still_required"));
}

/**
 * Requires single sign-on of all but the named Admins, or lifts that. Sessions of others that began with a password end.
 * @throws Conflict while no user can sign in by it; Invalid without an Admin of the company who keeps the password
 */
export async function changePolicy(
  { db }: SsoDeps,
  companyId: string,
  { is_required: isRequired, password_admins: named }: SsoPolicyBody,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { sso_required: wasRequired } = await lockCompany(transaction, companyId);
    const before = await listPasswordAdmins(transaction, companyId);
    const admins = await listAdmins(transaction, companyId);
    if (named.some((id) => !admins.includes(id))) {
      throw new Invalid({ password_admins: [message("sso.not_admin")] });
    }
    if (isRequired) {
      const hashes = await Promise.all(named.map((id) => findPasswordHash(transaction, id)));
      // An Admin who has always signed in at the provider has none to keep.
      if (hashes.every((hash) => hash === NO_PASSWORD)) {
        throw new Invalid({ password_admins: [message("sso.needs_password_admin")] });
      }
      if (!(await canSignInBySso(transaction, companyId))) throw new Conflict(message("sso.not_ready"));
    }
    await updateCompany(transaction, companyId, { sso_required: isRequired });
    await updatePasswordAdmins(transaction, companyId, named);
    const ended = isRequired ? await deletePasswordSessions(transaction, companyId) : 0;
    await recordAuditEvent(transaction, by, {
      action: "sso.policy_changed",
      before: { is_required: wasRequired, password_admins: before },
      after: { is_required: isRequired, password_admins: named.toSorted(), ended_sessions: ended },
    });
  });
}

const domainSubject = ({ id, name }: Pick<SsoDomainRow, "id" | "name">) => ({ kind: "sso_domain", id, name });

/** @throws NotFound; Conflict when the provider has the domain, or the company too many */
export async function addDomain(
  { db }: SsoDeps,
  companyId: string,
  providerId: string,
  name: string,
  by: Actor,
): Promise<SsoDomain> {
  const row = {
    id: newId(),
    provider_id: providerId,
    name,
    record: RECORD_PREFIX + randomBytes(20).toString("base64url"),
    verified_at: null,
  };
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    await requireProvider(transaction, companyId, providerId);
    const domains = await listSsoDomains(transaction, companyId);
    if (domains.length >= SSO_LIMITS.domains) {
      throw new Conflict(message("sso.domains_limit", { max: SSO_LIMITS.domains }));
    }
    if (domains.some((domain) => domain.provider_id === providerId && domain.name === name)) {
      throw new Conflict(message("sso.domain_known"));
    }
    await insertSsoDomain(transaction, row);
    await recordAuditEvent(transaction, by, { action: "sso.domain_added", subject: domainSubject(row) });
    return { id: row.id, name, record: row.record, verified_at: null };
  });
}

/** A domain of a provider of this company. @throws NotFound, also for one of another company */
async function requireDomain(db: Db, companyId: string, id: string): Promise<SsoDomainRow> {
  const row = await findSsoDomain(db, companyId, id);
  if (!row) throw new NotFound(message("sso.domain_not_found"));
  return row;
}

/** Looks for the TXT record of a domain. @throws NotFound; Conflict when it is not there, or the domain belongs to another provider */
export async function verifyDomain(
  { db, readRecords }: SsoDeps,
  companyId: string,
  id: string,
  by: Actor,
): Promise<SsoDomain> {
  const domain = await requireDomain(db, companyId, id);
  if (domain.verified_at !== null) return presentDomain(domain);
  const { name, record } = domain;
  const records = await readRecords(name).catch((error: unknown) => {
    if (isWithoutRecord(error)) return [];
    throw new Conflict(message("sso.domain_unreachable", { domain: name }), { cause: error });
  });
  if (!records.some((text) => text.trim() === record))
    throw new Conflict(message("sso.domain_unproven", { domain: name }));
  const verifiedAt = new Date();
  try {
    await db.transaction().execute(async (transaction) => {
      await updateSsoDomainVerified(transaction, id, verifiedAt);
      await recordAuditEvent(transaction, by, { action: "sso.domain_verified", subject: domainSubject(domain) });
    });
  } catch (error) {
    if (!isUniqueViolation(error, "sso_domains_verified_unique")) throw error;
    throw new Conflict(message("sso.domain_taken", { domain: name }), { cause: error });
  }
  return presentDomain({ ...domain, verified_at: verifiedAt });
}

/** @throws NotFound, Conflict */
export async function removeDomain({ db }: SsoDeps, companyId: string, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const domain = await requireDomain(transaction, companyId, id);
    await deleteSsoDomain(transaction, id);
    await requireWayIn(transaction, companyId);
    await recordAuditEvent(transaction, by, { action: "sso.domain_removed", subject: domainSubject(domain) });
  });
}
