import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { CompanyQuotasTable } from "../../schema/quotaSchema.ts";

export type CompanyQuotasRow = Selectable<CompanyQuotasTable>;

export const listCompanyQuotas = (db: Db, companyIds: readonly string[]): Promise<CompanyQuotasRow[]> =>
  db
    .selectFrom("company_quotas")
    .selectAll()
    .where("company_id", "in", [...new Set(companyIds)])
    .execute();

/** Ids of the companies that have their own values. */
export async function listCompaniesWithQuotas(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("company_quotas").select("company_id").execute();
  return rows.map((row) => row.company_id);
}

export const findCompanyQuotas = (db: Db, companyId: string) =>
  db
    .selectFrom("company_quotas")
    .select(["disk_mb", "sources", "syncs"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

export async function upsertCompanyQuotas(
  db: Db,
  companyId: string,
  values: Pick<CompanyQuotasRow, "disk_mb" | "sources" | "syncs">,
): Promise<void> {
  await db
    .insertInto("company_quotas")
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ ...values, updated_at: new Date() }))
    .execute();
}

/** @returns false when the company had none */
export async function deleteCompanyQuotas(db: Db, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("company_quotas")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
