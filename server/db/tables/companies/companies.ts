import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { CompaniesTable } from "../../schema/accessSchema.ts";

export type CompanyRow = Selectable<CompaniesTable>;

export async function insertCompany(db: Db, company: Insertable<CompaniesTable>): Promise<void> {
  await db.insertInto("companies").values(company).execute();
}

/** Any company of the installation. */
export const findAnyCompanyId = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom("companies").select("id").limit(1).executeTakeFirst())?.id;

/** IANA name of the zone in which the company's days begin. */
export const findTimeZone = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom("companies").select("time_zone").where("id", "=", id).executeTakeFirst())?.time_zone;

/** One transaction after the other: processes that start on an empty database together make one company and one first Admin. */
export async function lockFirstAdmin(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('clew first admin', 0))`.execute(transaction);
}

/** Companies of this id or name. */
export const listCompaniesNamed = (db: Db, idOrName: string) =>
  db
    .selectFrom("companies")
    .select(["id", "name"])
    .where((is) => is.or([is("id", "=", idOrName), is("name", "=", idOrName)]))
    .execute();

/** By name. */
export const listAccountManagers = (db: Db): Promise<CompanyRow[]> =>
  db.selectFrom("companies").selectAll().where("account_manager_email", "is not", null).orderBy("name").execute();

/** The oldest first. */
export const listCompanies = (db: Db) =>
  db.selectFrom("companies").select(["id", "name"]).orderBy("created_at").execute();

/** @throws NoResultError when there is no such company */
export const findCompanyById = (db: Db, id: string): Promise<CompanyRow> =>
  db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Locks the company until the transaction ends. @throws NoResultError when there is no such company */
export const lockCompany = (transaction: Db, id: string): Promise<CompanyRow> =>
  transaction.selectFrom("companies").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

/** Locks the company until the transaction ends; rows that refer to it may be stored meanwhile. */
export async function lockCompanyForReferences(transaction: Db, id: string): Promise<void> {
  await transaction.selectFrom("companies").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

export async function updateCompany(db: Db, id: string, values: Updateable<CompaniesTable>): Promise<void> {
  await db.updateTable("companies").set(values).where("id", "=", id).execute();
}

/** When the first company was made; undefined while there is none. */
export async function findFirstCompanyTime(db: Db): Promise<Date | undefined> {
  const first = await db.selectFrom("companies").select("created_at").orderBy("created_at").limit(1).executeTakeFirst();
  return first?.created_at;
}
