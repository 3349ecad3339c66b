import type { Contact } from "../../components/AdminContacts/AdminContacts.tsx";
import type { Services } from "../../services/services.ts";
import type { RootStore } from "../../stores/RootStore.ts";

/** The address that a build may name for a host that tells none; an empty text where it does not. */
const BUILT_IN: string = import.meta.env["VITE_SUPPORT_EMAIL"] ?? "";

/** Whom people write to for help. */
export interface SupportContacts {
  /** The operator's address; null where the installation names none. */
  readonly address: string | null;
  /** Admins of the reader's company, without the reader, asked for where there is no address; null: they could not be listed. */
  readonly admins: readonly Contact[] | null;
}

export async function supportContacts(
  services: Services,
  store: RootStore,
  signal: AbortSignal,
): Promise<SupportContacts> {
  const installation = await services.installation.get(signal);
  const address = installation.data?.support_email || BUILT_IN || null;
  if (address !== null) return { address, admins: null };
  const { user } = store.session;
  const companyId = user?.company?.id ?? (await services.companies.list(signal)).data?.[0]?.id;
  if (companyId === undefined) return { address, admins: null };
  const people = await services.companies.users(companyId, undefined, signal);
  const mine = user?.email.toLowerCase();
  const admins = people.data?.filter(({ role, email }) => role === "Admin" && email.toLowerCase() !== mine);
  return { address, admins: admins?.map(({ name, email }) => ({ name, email })) ?? null };
}
