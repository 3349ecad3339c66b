import { z } from "zod";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { operatorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { planNow } from "../../access/subscription.ts";
import type { Db } from "../../db/openDb.ts";
import { listAccountManagers, lockCompany, updateCompany } from "../../db/tables/companies/companies.ts";
import { command, type AnswerRow } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";
import { Address, Text } from "./options.ts";

/** Companies that have an account manager, and whether their plan includes one: people see the manager only then. */
const managers = async (db: Db): Promise<AnswerRow[]> =>
  (await listAccountManagers(db)).map((company) => ({
    company: company.name,
    account_manager: company.account_manager_name,
    email: company.account_manager_email,
    shown: planHas(planNow(company, new Date()), "account_manager") ? "yes" : "no, the plan has none",
  }));

async function change(db: Db, companyId: string, manager: { name: string; email: string } | null): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await lockCompany(transaction, companyId);
    await updateCompany(transaction, companyId, {
      account_manager_name: manager?.name ?? null,
      account_manager_email: manager?.email ?? null,
    });
    await recordAuditEvent(transaction, operatorOf(companyId), {
      action: "company.account_manager_changed",
      before: { name: before.account_manager_name, email: before.account_manager_email },
      after: { name: manager?.name ?? null, email: manager?.email ?? null },
    });
  });
}

export const accountManagerCommands = {
  "account-manager list": command("companies with their account managers", z.strictObject({}), ({ db }) =>
    managers(db),
  ),
  "account-manager set": command(
    "names the person whom an Enterprise company can ask; its people see the name and the address under Support and Plan",
    z.strictObject({ company: CompanyOption, name: Text, email: Address }),
    async ({ db }, { company, name, email }) => {
      await change(db, (await findCompany(db, company)).id, { name, email });
      return managers(db);
    },
  ),
  "account-manager remove": command(
    "takes the account manager of a company away",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      await change(db, (await findCompany(db, company)).id, null);
      return managers(db);
    },
  ),
};
