import { DAY_MS } from "../../../contract/durations.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import { SETUP_STEPS, type SetupChecklistProps, type SetupStep } from "../../components/overview/SetupChecklist.tsx";
import { useNow } from "../../components/ui/Clock.ts";
import { summarizeSyncs } from "../../domain/linkedSources.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { useProject } from "./useProject.ts";

/** A project that is older has what its people want, such as no wiki. */
const NEW_DAYS = 14;

/**
 * The steps of a new project; null where nothing is left to do, the project is no longer new, or the reader may not do them. Its caller is an
 * observer.
 */
export function useSetup(members: number): SetupChecklistProps | null {
  const { project, sources } = useProject();
  const { preferences } = useStore();
  const now = useNow();
  const { slug, role, repositories, trackers, wikis, created_at } = project;
  const isNew = sources.length === 0 || now - Date.parse(created_at) < NEW_DAYS * DAY_MS;
  const conditions: Readonly<Record<SetupStep, boolean>> = {
    repository: repositories.length > 0,
    tracker: trackers.length > 0,
    wiki: wikis.length > 0,
    sync: sources.some(({ sync }) => sync.finished_at !== null),
    invite: members > 1,
    search: preferences.searchesOf(slug).length > 0,
  };
  const done = new Set(SETUP_STEPS.filter((step) => conditions[step]));
  if (!isNew || done.size === SETUP_STEPS.length || !mayInProject(role, "sources.change")) return null;
  const summary = summarizeSyncs(sources);
  const sourcesHref = hrefTo.projectTab(slug, "sources");
  return {
    done,
    progress: summary.state === "running" ? (summary.share ?? null) : null,
    hrefs: {
      repository: sourcesHref,
      tracker: sourcesHref,
      wiki: sourcesHref,
      sync: sourcesHref,
      invite: hrefTo.projectTab(slug, "people"),
      search: hrefTo.projectTab(slug, "search"),
    },
  };
}
