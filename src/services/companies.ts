import type { Company, CompanyPlan, CompanyUser } from "../../contract/companies.ts";
import type { Http } from "./http.ts";

export const createCompaniesService = (http: Http) => ({
  /** The first entry is the one that is used. */
  list: (signal?: AbortSignal) => http<Company[]>("GET", "companies", { signal }),
  plan: (companyId: string, signal?: AbortSignal) =>
    http<CompanyPlan>("GET", `companies/${encodeURIComponent(companyId)}/plans`, { signal }),
  /** People of the company; with a slug, those who can still be added to that project. */
  users: (companyId: string, projectSlug?: string, signal?: AbortSignal) =>
    http<CompanyUser[]>("GET", `companies/${encodeURIComponent(companyId)}/users`, { query: { projectSlug }, signal }),
});
export type CompaniesService = ReturnType<typeof createCompaniesService>;
