import type { AppWrite } from "../../contract/integrations/apps.ts";
import { USER, company, keyOf, project, type QueryKey, type Sent } from "./queryKey.ts";

// Keys with which others are outdated.
const installations = (): QueryKey => keyOf(USER, "listUsableInstallations", {});

/** The keys of the administration of sources; apart from the others, which each screen loads. */
export const sourceKeys = {
  sourceChecks: (slug: string, itemId: string) => keyOf(project(slug), "getSourceChecks", { itemId }),
  hostAccess: (slug: string, itemId: string) => keyOf(project(slug), "getHostAccess", { itemId }),
  closedProjects: () => keyOf(USER, "listClosedProjects", {}),
  sourceFields: (slug: string, itemId: string) => keyOf(project(slug), "listFields", { itemId }),
  checkPreview: (slug: string, itemId: string) => keyOf(project(slug), "previewSourceChecks", { itemId }),
  linkedGroups: (slug: string) => keyOf(project(slug), "listGroups", {}),
  sourceLedgers: (slug: string) => keyOf(project(slug), "listLedgers", {}),
  customSource: (slug: string, itemId: string) => keyOf(project(slug), "getImport", { itemId }),
  appRights: (slug: string, itemId: string, use: AppWrite) => keyOf(project(slug), "getAppRights", { itemId, use }),
  replies: (slug: string, itemId: string) => keyOf(project(slug), "getReplies", { itemId }),
  importTokens: (slug: string, itemId: string) => keyOf(project(slug), "listImportTokens", { itemId }),
  scip: (slug: string) => keyOf(project(slug), "listScip", {}),
  installations,
  hostApps: (companyId: string) => keyOf(company(companyId), "listHostApps", {}),
  companyUsers: (companyId: string) => keyOf(company(companyId), "listCompanyUsers", {}),
  installationRepositories: (installationId: string) =>
    keyOf(installations(), "installationRepositories", { installationId }),
  restrictedItems: (slug: string, query: Sent<"listRestricted">) => keyOf(project(slug), "listRestricted", query),
} as const;
