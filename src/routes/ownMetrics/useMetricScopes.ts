import { mayInCompany, mayInProject } from "../../../contract/access/policy.ts";
import type { Project } from "../../../contract/projects.ts";
import type { OwnMetricScope } from "../../components/ownMetrics/OwnMetricDialog.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";

/** Whose metrics the user may define: those of a project with this role in it, null for no project, and those of the company. */
export function useMetricScopes(): (projectRole: Project["role"] | null) => OwnMetricScope[] {
  const role = useStore().session.user?.company?.role;
  return (projectRole) => [
    ...(projectRole !== null && mayInProject(projectRole, "metrics.change") ? (["project"] as const) : []),
    ...(role !== undefined && mayInCompany(role, "metrics.change") ? (["company"] as const) : []),
  ];
}
