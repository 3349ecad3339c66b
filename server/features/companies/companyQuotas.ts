import { PLANS } from "../../../contract/constants.ts";
import type { CompanyQuotas } from "../../../contract/access/quotas.ts";
import { diskSum, diskUseOf, quotasOfOne, sourceUseOf } from "../../access/limits/quotas.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import type { Quotas } from "../../settings.ts";

/** What a company uses of what it may use. The caller has been checked. */
export async function readCompanyQuotas(db: Db, companyId: string, defaults: Quotas): Promise<CompanyQuotas> {
  const { plan } = await findCompanyById(db, companyId);
  const quotas = await quotasOfOne(db, companyId, defaults);
  const disk = await diskUseOf(db, companyId);
  const { sources, running, waiting } = await sourceUseOf(db, companyId);
  return {
    disk: { used_bytes: diskSum(disk), allowed_bytes: quotas.diskBytes, parts: disk, waiting: waiting.disk },
    sources: { used: sources, allowed: least(quotas.sources, PLANS[plan].maxDataSources) },
    syncs: { running, allowed: quotas.syncs, waiting: waiting.syncs },
  };
}

const least = (quota: number | null, other: number | null): number | null =>
  quota === null ? other : other === null ? quota : Math.min(quota, other);
