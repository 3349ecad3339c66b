import { mayInCompany, mayInProject } from "../../../contract/access/policy.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import type { SearchScope } from "./searchScope.ts";

/** Whether the reader may share or delete saved searches of a project, or over all projects for null. */
export function useSearchPermission(): (scope: SearchScope, action: "searches.share" | "searches.remove") => boolean {
  const role = useStore().session.user?.company?.role;
  return (scope, action) =>
    scope === null ? role !== undefined && mayInCompany(role, action) : mayInProject(scope.role, action);
}
