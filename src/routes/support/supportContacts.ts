import type { Contact } from "../../components/company/AdminContacts.tsx";
import type { AppContext } from "../appContext.tsx";
import { ownCompany } from "../settings/ownCompany.ts";

/** The support address of the build, for a host that returns none; empty where it has none. */
const BUILT_IN: string = import.meta.env["VITE_SUPPORT_EMAIL"] ?? "";

/** Contacts for help. */
export interface SupportContacts {
  /** The operator's address; null where the installation has none. */
  readonly address: string | null;
  /** Admins of the reader's company, without the reader, loaded where there is no address; null: they could not be listed. */
  readonly admins: readonly Contact[] | null;
}

export async function supportContacts(app: AppContext, signal: AbortSignal): Promise<SupportContacts> {
  const { services, store } = app;
  const installation = await services.installation.get(signal);
  const address = installation.data?.support_email || BUILT_IN || null;
  if (address !== null) return { address, admins: null };
  const company = await ownCompany(app, signal);
  if (!company) return { address, admins: null };
  const people = await services.companies.users(company.id, undefined, signal);
  const mine = store.session.user?.email.toLowerCase();
  const admins = people.data?.filter(({ role, email }) => role === "Admin" && email.toLowerCase() !== mine);
  return { address, admins: admins?.map(({ name, email }) => ({ name, email })) ?? null };
}
