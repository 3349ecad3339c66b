/** Identity providers of companies and their domains. */
import { type Insertable, type Selectable, type Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SsoDomainsTable, SsoProvidersTable } from "../../schema/ssoSchema.ts";

export type SsoProviderRow = Selectable<SsoProvidersTable>;
export type SsoDomainRow = Selectable<SsoDomainsTable>;

export async function insertSsoProvider(db: Db, provider: Insertable<SsoProvidersTable>): Promise<void> {
  await db.insertInto("sso_providers").values(provider).execute();
}

/** The oldest first. */
export const listSsoProviders = (db: Db, companyId: string): Promise<SsoProviderRow[]> =>
  db
    .selectFrom("sso_providers")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** The issuer of every provider of OpenID Connect in the installation. */
export async function listSsoIssuers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("sso_providers")
    .select("issuer")
    .distinct()
    .where("kind", "=", "oidc")
    .orderBy("issuer")
    .execute();
  return rows.map(({ issuer }) => issuer);
}

export const findSsoProvider = (db: Db, companyId: string, id: string): Promise<SsoProviderRow | undefined> =>
  db
    .selectFrom("sso_providers")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .executeTakeFirst();

/** A provider with the plan of its company. */
export const findSsoProviderById = (db: Db, id: string) =>
  db
    .selectFrom("sso_providers")
    .innerJoin("companies", "companies.id", "sso_providers.company_id")
    .selectAll("sso_providers")
    .select("companies.plan")
    .where("sso_providers.id", "=", id)
    .executeTakeFirst();

/** The provider that a domain was verified for, with the plan of its company. */
export const findSsoProviderOfDomain = (db: Db, domain: string) =>
  db
    .selectFrom("sso_domains")
    .innerJoin("sso_providers", "sso_providers.id", "sso_domains.provider_id")
    .innerJoin("companies", "companies.id", "sso_providers.company_id")
    .selectAll("sso_providers")
    .select("companies.plan")
    .where("sso_domains.name", "=", domain)
    .where("sso_domains.verified_at", "is not", null)
    .executeTakeFirst();

export async function updateSsoProvider(db: Db, id: string, values: Updateable<SsoProvidersTable>): Promise<void> {
  await db.updateTable("sso_providers").set(values).where("id", "=", id).execute();
}

/** Deletes a provider with its domains, linked accounts and sessions. */
export async function deleteSsoProvider(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sso_providers").where("id", "=", id).execute();
}

/** Whether any company of this plan could sign in by single sign-on. */
export async function hasEnabledSsoProvider(db: Db, plan: "Enterprise"): Promise<boolean> {
  const row = await db
    .selectFrom("sso_providers")
    .innerJoin("companies", "companies.id", "sso_providers.company_id")
    .select("sso_providers.id")
    .where("is_enabled", "=", true)
    .where("companies.plan", "=", plan)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a company has an enabled provider with a verified domain. */
export async function canSignInBySso(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom("sso_providers")
    .innerJoin("sso_domains", "sso_domains.provider_id", "sso_providers.id")
    .select("sso_providers.id")
    .where("company_id", "=", companyId)
    .where("is_enabled", "=", true)
    .where("verified_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Domains of all providers of a company, by name. */
export const listSsoDomains = (db: Db, companyId: string): Promise<SsoDomainRow[]> =>
  db
    .selectFrom("sso_domains")
    .innerJoin("sso_providers", "sso_providers.id", "sso_domains.provider_id")
    .selectAll("sso_domains")
    .where("company_id", "=", companyId)
    .orderBy("name")
    .orderBy("sso_domains.id")
    .execute();

/** @throws DatabaseError of the constraint sso_domains_provider_name */
export async function insertSsoDomain(db: Db, domain: Insertable<SsoDomainsTable>): Promise<void> {
  await db.insertInto("sso_domains").values(domain).execute();
}

export const findSsoDomain = (db: Db, companyId: string, id: string): Promise<SsoDomainRow | undefined> =>
  db
    .selectFrom("sso_domains")
    .innerJoin("sso_providers", "sso_providers.id", "sso_domains.provider_id")
    .selectAll("sso_domains")
    .where("sso_domains.id", "=", id)
    .where("company_id", "=", companyId)
    .executeTakeFirst();

/** @throws DatabaseError of the constraint sso_domains_verified_unique where the domain belongs to another provider */
export async function updateSsoDomainVerified(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("sso_domains").set({ verified_at: at }).where("id", "=", id).execute();
}

export async function deleteSsoDomain(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sso_domains").where("id", "=", id).execute();
}
