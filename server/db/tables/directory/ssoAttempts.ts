/** Sign-ins by single sign-on that are in progress: at the provider, or back and waiting for the page. */
import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SsoAttemptsTable, SsoCodesTable } from "../../schema/ssoSchema.ts";

export async function insertSsoAttempt(db: Db, attempt: Insertable<SsoAttemptsTable>): Promise<void> {
  await db.insertInto("sso_attempts").values(attempt).execute();
}

/** Deletes an attempt and returns it: a state is good for one answer. */
export const takeSsoAttempt = (db: Db, stateHash: string): Promise<Selectable<SsoAttemptsTable> | undefined> =>
  db.deleteFrom("sso_attempts").where("state_hash", "=", stateHash).returningAll().executeTakeFirst();

export async function insertSsoCode(db: Db, code: Insertable<SsoCodesTable>): Promise<void> {
  await db.insertInto("sso_codes").values(code).execute();
}

/** Deletes a code and returns it: it is good for one session. */
export const takeSsoCode = (db: Db, codeHash: string): Promise<Selectable<SsoCodesTable> | undefined> =>
  db.deleteFrom("sso_codes").where("code_hash", "=", codeHash).returningAll().executeTakeFirst();

/** Deletes codes of a sign-in that the provider has ended. */
export async function deleteSsoCodes(
  db: Db,
  providerId: string,
  { subject, sid }: { readonly subject: string | undefined; readonly sid: string | undefined },
): Promise<void> {
  await db
    .deleteFrom("sso_codes")
    .where("provider_id", "=", providerId)
    .where((is) => is.or([is("subject", "=", subject ?? ""), is("sid", "=", sid ?? "")]))
    .execute();
}

/** Deletes attempts and codes that were never answered, and assertions that are too old to be sent again. */
export async function deleteExpiredSsoRows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("sso_attempts").where("expires_at", "<=", now).execute();
  await db.deleteFrom("sso_codes").where("expires_at", "<=", now).execute();
  await db.deleteFrom("sso_assertions").where("expires_at", "<=", now).execute();
}
