import { queryKeys } from "../../queries/queryKeys.ts";
import { useInvalidateOnChange } from "../../queries/useInvalidateOnChange.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";

/**
 * The people of the company, and the ids of those who are members of the project; loaded again when the members change.
 * @param taken addresses of the members; null sends no request
 */
export function useColleagues(slug: string, taken: readonly string[] | null) {
  // Null where the host does not return the company with the user: it is requested then.
  const companyId = useStore().session.user?.company?.id ?? null;
  const { companies } = useServices();
  const queryKey = queryKeys.colleagues(companyId, slug);
  useInvalidateOnChange(slug, taken?.join(" ") ?? "", { queryKey });
  // The list stays when the company of the user becomes known after it.
  return useQuery(taken && queryKey, (signal) => companies.colleagues(companyId, slug, signal));
}
