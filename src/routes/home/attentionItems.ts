import type { AttentionItem } from "../../components/home/AttentionList.tsx";
import type { Dashboard } from "../../../contract/access/users.ts";
import { linkedSources } from "../../domain/linkedSources.ts";
import { hrefTo } from "../paths.ts";

/** Sources that need action: those whose token is rejected, then other failed syncs. */
export function attentionItems({ recent_projects }: Pick<Dashboard, "recent_projects">): AttentionItem[] {
  const failed = recent_projects.flatMap((project) =>
    linkedSources(project)
      .filter(({ sync }) => sync.state === "failed")
      .map((source) => ({
        kind: source.sync.error_code === "unauthorized" ? ("token" as const) : ("sync" as const),
        id: source.id,
        source: source.name,
        project: project.name,
        error: source.sync.error,
        href: hrefTo.projectTab(project.slug, "sources"),
      })),
  );
  // A rejected token stays rejected until a user replaces it.
  return [...failed.filter(({ kind }) => kind === "token"), ...failed.filter(({ kind }) => kind === "sync")];
}
