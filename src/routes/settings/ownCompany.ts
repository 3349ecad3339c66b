import { redirect } from "react-router-dom";
import type { Company } from "../../../contract/access/companies.ts";
import type { AppContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

/** Requests of one navigation: its routes share the answer, and its signal. */
const requests = new WeakMap<AbortSignal, Promise<Company | null>>();

/** The user's company: a host may return it with the user or by its own call, whose first entry is used. */
export function ownCompany({ store, services }: AppContext, signal: AbortSignal): Promise<Company | null> {
  const company = store.session.user?.company;
  if (company) return Promise.resolve(company);
  const found = requests.get(signal) ?? services.companies.list(signal).then(({ data }) => data?.[0] ?? null);
  requests.set(signal, found);
  return found;
}

/**
 * The company of one of its Admins, for a tab of theirs.
 * @throws a redirect to the settings for other users
 */
export async function adminCompany(app: AppContext, signal: AbortSignal): Promise<Company> {
  const company = await ownCompany(app, signal);
  if (company?.role !== "Admin") throw redirect(hrefTo.settings());
  return company;
}
