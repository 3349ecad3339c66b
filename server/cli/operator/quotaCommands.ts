import { MEGABYTE } from "../../sizes.ts";
import { z } from "zod";
import { recordAuditEvent, operatorOf } from "../../access/auditLog.ts";
import { diskSum, diskUseOf, quotasOf, sourceUseOf } from "../../access/limits/quotas.ts";
import type { Db } from "../../db/openDb.ts";
import { listCompanies, lockCompany } from "../../db/tables/companies/companies.ts";
import {
  deleteCompanyQuotas,
  findCompanyQuotas,
  listCompaniesWithQuotas,
  upsertCompanyQuotas,
} from "../../db/tables/companies/companyQuotas.ts";
import type { Quotas } from "../../settings.ts";
import { command } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { OperatorError } from "./options.ts";

/** A number, `none` for no limit, or `default` for the installation's. */
const limit = (maximum: number) =>
  z.union([
    z.literal("none").transform(() => 0),
    z.literal("default").transform(() => null),
    z.coerce
      .number("must be a number, none or default")
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(maximum, `must be at most ${maximum}`),
  ]);

async function quotaRows(db: Db, companies: readonly { id: string; name: string }[], defaults: Quotas) {
  const quotas = await quotasOf(
    db,
    companies.map(({ id }) => id),
    defaults,
  );
  const withQuotas = new Set(await listCompaniesWithQuotas(db));
  return Promise.all(
    companies.map(async ({ id, name }) => {
      const { diskBytes, sources, syncs } = quotas.get(id) ?? defaults;
      const use = await sourceUseOf(db, id);
      return {
        id,
        name,
        disk_mb: diskBytes === null ? "none" : diskBytes / MEGABYTE,
        disk_used_mb: Math.ceil(diskSum(await diskUseOf(db, id)) / MEGABYTE),
        sources: sources ?? "none",
        sources_linked: use.sources,
        syncs: syncs ?? "none",
        syncs_running: use.running,
        own: withQuotas.has(id) ? "yes" : "no",
      };
    }),
  );
}

export const quotaCommands = {
  "quota list": command(
    "quotas and use of disk, sources and concurrent syncs of each company; own: not the default",
    z.strictObject({ company: CompanyOption.optional() }),
    async ({ db, quotas }, { company }) => {
      const companies = company === undefined ? await listCompanies(db) : [await findCompany(db, company)];
      return quotaRows(db, companies, quotas);
    },
  ),
  "quota set": command(
    "sets quotas of a company: a number, none for no limit, or default for the installation's value",
    z.strictObject({
      company: CompanyOption,
      "disk-mb": limit(1_000_000_000).optional(),
      sources: limit(1_000_000).optional(),
      syncs: limit(1000).optional(),
    }),
    async ({ db, quotas }, { company, "disk-mb": disk, sources, syncs }) => {
      if (disk === undefined && sources === undefined && syncs === undefined)
        throw new OperatorError("Name what to set: --disk-mb, --sources or --syncs.");
      const companyRow = await findCompany(db, company);
      await db.transaction().execute(async (transaction) => {
        await lockCompany(transaction, companyRow.id);
        const before = await ownQuotas(transaction, companyRow.id);
        const after = {
          disk_mb: disk === undefined ? before.disk_mb : disk,
          sources: sources === undefined ? before.sources : sources,
          syncs: syncs === undefined ? before.syncs : syncs,
        };
        await upsertCompanyQuotas(transaction, companyRow.id, after);
        await recordAuditEvent(transaction, operatorOf(companyRow.id), {
          action: "company.quota_changed",
          before: facts(before),
          after: facts(after),
        });
      });
      return quotaRows(db, [companyRow], quotas);
    },
  ),
  "quota clear": command(
    "gives a company the defaults of the installation again",
    z.strictObject({ company: CompanyOption }),
    async ({ db, quotas }, { company }) => {
      const companyRow = await findCompany(db, company);
      await db.transaction().execute(async (transaction) => {
        const before = await ownQuotas(transaction, companyRow.id);
        if (!(await deleteCompanyQuotas(transaction, companyRow.id))) return;
        await recordAuditEvent(transaction, operatorOf(companyRow.id), {
          action: "company.quota_changed",
          before: facts(before),
          after: facts(NO_VALUES),
        });
      });
      return quotaRows(db, [companyRow], quotas);
    },
  ),
};

interface OwnQuotas {
  readonly disk_mb: number | null;
  readonly sources: number | null;
  readonly syncs: number | null;
}
const NO_VALUES: OwnQuotas = { disk_mb: null, sources: null, syncs: null };

const ownQuotas = async (db: Db, companyId: string): Promise<OwnQuotas> =>
  (await findCompanyQuotas(db, companyId)) ?? NO_VALUES;

/** The values in the audit log: 0 is logged as no limit, null as the default. */
const facts = ({ disk_mb, sources, syncs }: OwnQuotas) => {
  const worded = (value: number | null): string | number => (value === null ? "default" : value === 0 ? "none" : value);
  return { disk_quota_mb: worded(disk_mb), source_quota: worded(sources), sync_quota: worded(syncs) };
};
