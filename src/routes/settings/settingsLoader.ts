import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router-dom";
import type { Company } from "../../../contract/companies.ts";
import { readOauthReturn } from "../../../contract/oauthReturn.ts";
import type { Services } from "../../services/services.ts";
import type { RootStore } from "../../stores/RootStore.ts";
import { appContext } from "../appContext.tsx";
import { withGracePeriod } from "../withGracePeriod.ts";
import { settingsTabOf } from "./settingsTabs.ts";

/** The user's company: a host may return it with the user or by its own call, whose first entry is used. */
async function companyOf(store: RootStore, services: Services, signal: AbortSignal): Promise<Company | null> {
  const told = store.session.user?.company;
  if (told) return told;
  const companies = await services.companies.list(signal);
  return companies.data?.[0] ?? null;
}

/** The audit log loads its own data: a change of its filter need not reload the page. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  const isAudit = (url: URL): boolean => url.searchParams.get("tab") === "audit";
  const isSame = currentUrl.href === nextUrl.href;
  return formMethod === undefined && !isSame && isAudit(currentUrl) && isAudit(nextUrl)
    ? false
    : defaultShouldRevalidate;
};

/** The data of the open tab, each part independent of slow or failed others. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, store } = context.get(appContext);
  const { signal } = request;
  const search = new URL(request.url).searchParams;
  const company = await companyOf(store, services, signal);
  const isAdmin = company?.role === "Admin";
  const tab = settingsTabOf(search, isAdmin);
  // On the return from a provider the connected accounts have changed.
  if (tab === "integrations" && readOauthReturn(search)?.outcome === "connected") await store.session.load();
  const hasMcp = store.plan.has("mcp");
  const asked = {
    installation: tab === "integrations" || tab === "company" ? services.installation.get(signal) : null,
    zone: tab === "company" && company ? services.companies.get(company.id, signal) : null,
    people: tab === "company" && company ? services.companies.users(company.id, undefined, signal) : null,
    invitations: tab === "company" && company ? services.companies.invitations(company.id, signal) : null,
    plan: tab === "company" && company ? services.companies.plan(company.id, signal) : null,
    quotas: tab === "company" && company ? services.companies.quotas(company.id, signal) : null,
    health: tab === "health" && company ? services.companies.health(company.id, signal) : null,
    invoices: tab === "company" && company ? services.companies.invoices(company.id, signal) : null,
    sessions: tab === "password" ? services.users.sessions(signal) : null,
    tokens: tab === "mcp" && hasMcp ? services.users.mcpTokens(signal) : null,
    options: tab === "mcp" && hasMcp ? services.users.mcpProjectOptions(signal) : null,
  };
  await withGracePeriod(...Object.values(asked).filter((answer) => answer !== null));
  return { company, tab, hasMcp, ...asked };
}
export type SettingsData = Awaited<ReturnType<typeof loader>>;
