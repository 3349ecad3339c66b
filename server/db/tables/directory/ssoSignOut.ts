/** Sessions of identity providers at which a person signs out together with Clew. */
import type { Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SsoSignOutHintsTable } from "../../schema/ssoSchema.ts";

export async function insertSignOutHint(db: Db, hint: Insertable<SsoSignOutHintsTable>): Promise<void> {
  await db.insertInto("sso_sign_out_hints").values(hint).execute();
}

/** The enabled provider of a session at which its person signs out together with Clew, with the plan of its company. */
export const findSignOutProvider = (db: Db, sessionHash: string) =>
  db
    .selectFrom("sessions")
    .innerJoin("sso_providers", "sso_providers.id", "sessions.sso_provider_id")
    .innerJoin("companies", "companies.id", "sso_providers.company_id")
    .leftJoin("sso_sign_out_hints", "sso_sign_out_hints.session_hash", "sessions.token_hash")
    .selectAll("sso_providers")
    .select(["companies.plan", "sessions.sso_subject", "sessions.sso_sid", "sso_sign_out_hints.sealed"])
    .where("sessions.token_hash", "=", sessionHash)
    .where("sso_providers.is_enabled", "=", true)
    .where("sso_providers.signs_out", "=", true)
    .executeTakeFirst();

/** Deletes what the sessions of a provider keep for a sign-out there. */
export async function deleteSignOutHints(db: Db, providerId: string): Promise<void> {
  await db
    .deleteFrom("sso_sign_out_hints")
    .where("session_hash", "in", (select) =>
      select.selectFrom("sessions").select("token_hash").where("sso_provider_id", "=", providerId),
    )
    .execute();
}
