import type { Company, CompanyPlan, CompanyUser } from "../../contract/companies.ts";
import type { Http } from "./http.ts";
import { readAs, readEach } from "./readAnswer.ts";
import { readCompany, readPlan } from "./readUser.ts";
import type { Result } from "./result.ts";

export const createCompaniesService = (http: Http) => ({
  /** The first entry is the one that is used. */
  list: async (signal?: AbortSignal): Promise<Result<Company[]>> =>
    readAs(await http<unknown>("GET", "companies", { signal }), (answer) => readEach(answer, readCompany)),
  plan: async (companyId: string, signal?: AbortSignal): Promise<Result<CompanyPlan>> =>
    readAs(await http<unknown>("GET", `companies/${encodeURIComponent(companyId)}/plans`, { signal }), readPlan),
  /** People of the company; with a slug, those who can still be added to that project. */
  users: (companyId: string, projectSlug?: string, signal?: AbortSignal) =>
    http<CompanyUser[]>("GET", `companies/${encodeURIComponent(companyId)}/users`, { query: { projectSlug }, signal }),
});
export type CompaniesService = ReturnType<typeof createCompaniesService>;
