/** What LDAP providers have of their own, and who is signed in by them. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SsoLdapTable } from "../../schema/ssoSchema.ts";

export type SsoLdapRow = Selectable<SsoLdapTable>;

export async function insertSsoLdap(db: Db, row: Insertable<SsoLdapTable>): Promise<void> {
  await db.insertInto("sso_ldap").values(row).execute();
}

export const findSsoLdap = (db: Db, providerId: string): Promise<SsoLdapRow | undefined> =>
  db.selectFrom("sso_ldap").selectAll().where("provider_id", "=", providerId).executeTakeFirst();

/** Those of all providers of a company. */
export const listSsoLdap = (db: Db, companyId: string): Promise<SsoLdapRow[]> =>
  db
    .selectFrom("sso_ldap")
    .innerJoin("sso_providers", "sso_providers.id", "sso_ldap.provider_id")
    .selectAll("sso_ldap")
    .where("company_id", "=", companyId)
    .orderBy("provider_id")
    .execute();

export async function updateSsoLdap(db: Db, providerId: string, values: Updateable<SsoLdapTable>): Promise<void> {
  await db.updateTable("sso_ldap").set(values).where("provider_id", "=", providerId).execute();
}

/** Each person who has a session by an LDAP provider of the installation, once. */
export const listLdapSessions = (db: Db) =>
  db
    .selectFrom("sessions")
    .innerJoin("sso_ldap", "sso_ldap.provider_id", "sessions.sso_provider_id")
    .select(["sso_ldap.provider_id", "sso_subject as subject"])
    .distinct()
    .where("expires_at", ">", new Date())
    .orderBy("sso_ldap.provider_id")
    .orderBy("sso_subject")
    .execute();
