import { z } from "zod";
import type { Db } from "../../db/openDb.ts";
import { listCompaniesNamed } from "../../db/tables/companies/companies.ts";
import { OperatorError } from "./options.ts";

/** Its id, or its name where only one company has it. */
export const CompanyOption = z.string().min(1);

/** @throws OperatorError when there is none, or several have the name */
export async function findCompany(db: Db, name: string): Promise<{ id: string; name: string }> {
  const [company, another] = await listCompaniesNamed(db, name);
  if (!company) throw new OperatorError(`There is no company ${name}. See: clew operator company list`);
  if (another) throw new OperatorError(`Several companies are called ${name}. Name the id: clew operator company list`);
  return company;
}
