import type { AttentionItem } from "../../components/home/AttentionList.tsx";
import type { Dashboard } from "../../../contract/users.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { sourcesOf } from "../../domain/linkedSources.ts";
import { hrefTo } from "../paths.ts";

/** An open issue without activity for this long counts as stale. */
const STALE_AFTER_MS = 30 * DAY_MS;

/** What needs action: sources whose token is rejected, other failed syncs, then the reader's stale issues, the longest inactive first. */
export function attentionItems({ issues, recent_projects }: Dashboard, now: number): AttentionItem[] {
  const failed = recent_projects.flatMap((project) =>
    sourcesOf(project)
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
  const stale = issues
    .filter(({ state, updated_at }) => state === "open" && now - Date.parse(updated_at) > STALE_AFTER_MS)
    .toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at))
    .map((issue) => ({
      kind: "stale" as const,
      id: issue.id,
      key: issue.key,
      title: issue.title,
      since: issue.updated_at,
      href: hrefTo.assistance(issue.project, issue.address),
    }));
  // A rejected token stays rejected until a user replaces it.
  return [...failed.filter(({ kind }) => kind === "token"), ...failed.filter(({ kind }) => kind === "sync"), ...stale];
}
