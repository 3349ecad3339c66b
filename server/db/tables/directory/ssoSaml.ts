/** What SAML 2.0 providers have of their own, and the assertions that were accepted of them. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SsoSamlTable } from "../../schema/ssoSchema.ts";

export type SsoSamlRow = Selectable<SsoSamlTable>;

export async function insertSsoSaml(db: Db, row: Insertable<SsoSamlTable>): Promise<void> {
  await db.insertInto("sso_saml").values(row).execute();
}

export const findSsoSaml = (db: Db, providerId: string): Promise<SsoSamlRow | undefined> =>
  db.selectFrom("sso_saml").selectAll().where("provider_id", "=", providerId).executeTakeFirst();

/** Those of all providers of a company. */
export const listSsoSaml = (db: Db, companyId: string): Promise<SsoSamlRow[]> =>
  db
    .selectFrom("sso_saml")
    .innerJoin("sso_providers", "sso_providers.id", "sso_saml.provider_id")
    .selectAll("sso_saml")
    .where("company_id", "=", companyId)
    .orderBy("provider_id")
    .execute();

/** The address of the metadata of each provider in the installation that has one. */
export async function listSsoMetadataUrls(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("sso_saml")
    .select("metadata_url")
    .distinct()
    .where("metadata_url", "is not", null)
    .orderBy("metadata_url")
    .execute();
  return rows.flatMap(({ metadata_url: url }) => url ?? []);
}

export async function updateSsoSaml(db: Db, providerId: string, values: Updateable<SsoSamlTable>): Promise<void> {
  await db.updateTable("sso_saml").set(values).where("provider_id", "=", providerId).execute();
}

/** Stores an accepted assertion until it expires. @returns false where it was accepted before, by any process */
export async function insertSsoAssertion(
  db: Db,
  assertion: { readonly provider_id: string; readonly assertion_hash: string; readonly expires_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("sso_assertions")
    .values(assertion)
    .onConflict((conflict) => conflict.doNothing())
    .returning("provider_id")
    .executeTakeFirst();
  return row !== undefined;
}
