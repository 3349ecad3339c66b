import { reaction } from "mobx";
import { observer } from "mobx-react-lite";
import { Suspense, use, useEffect, useState, type ReactNode } from "react";
import {
  Outlet,
  useLoaderData,
  useMatches,
  useNavigate,
  useParams,
  useRevalidator,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "react-router-dom";
import type { Project } from "../../../contract/projects.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import { FailedLine } from "../../components/patterns/FailedLine.tsx";
import { ProjectHeader } from "../../components/projects/ProjectHeader.tsx";
import { ProjectLayout } from "../../components/projects/ProjectLayout.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { SyncStatus } from "../../components/sources/SyncStatus.tsx";
import { isProjectTab, type ProjectTab } from "../../domain/projectTabs.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { liveQueries, useInvalidateOnChange } from "../../queries/useInvalidateOnChange.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { appContext, useServices } from "../appContext.tsx";
import { keepOnSearchChange } from "../loading/keepOnSearchChange.ts";
import { loadProject } from "./loadProject.ts";
import { unwrap } from "../failures/unwrap.ts";
import { hrefTo } from "../paths.ts";
import { useMovedSearch, useMovedTab } from "../addresses/movedTab.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import type { RouteHandle } from "../router.tsx";
import { usePrefetchOnIdle } from "../loading/usePrefetchOnIdle.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLiveSync } from "../connection/useLiveSync.ts";
import { ProjectSkeleton } from "./ProjectSkeleton.tsx";
import { liveSources } from "../sources/liveSources.ts";
import { currentTab } from "./currentTab.ts";
import { TAB_CATALOGUES } from "./tabCatalogues.ts";
import { projectTabModules } from "./projectTabModules.ts";
import type { ProjectContext } from "./useProject.ts";

/** Loads the code of tabs, one after the other: at the same time they are a task of 170 ms on a slow phone. */
async function prefetchTabs(tabs: readonly ProjectTab[]): Promise<void> {
  for (const tab of tabs) await projectTabModules[tab]();
}
/** The tabs that are opened most, with and without Insights. */
const prefetchFrequent = () => prefetchTabs(["search", "issues", "documents"]);
const prefetchWithInsights = () => prefetchTabs(["search", "issues", "documents", "insights"]);
const ALL_CATALOGUES = Object.values(TAB_CATALOGUES).flat();
const CATALOGUES_WITHOUT_INSIGHTS = ALL_CATALOGUES.filter((name) => !TAB_CATALOGUES.insights.includes(name));

/**
 * The frame and the tabs do not wait for a slow answer: a skeleton replaces the project until it arrives. Another tab opens at once with
 * what is known of the project, while it is loaded again.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  /** The socket's progress before the project was requested. */
  const before = app.store.progress.syncs;
  const project = loadProject(app, slug, request.signal);
  await withGracePeriod(project);
  return { project, before };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Statuses that redirect to /404 (failurePolicy.ts). */
const LEAVES = [401, 403, 404];

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  change.currentUrl.pathname !== change.nextUrl.pathname || keepOnSearchChange(change);

/** The frame of a project: its navigation, its header, and the open page as an outlet. */
export const Component = observer(function ProjectRoute() {
  const data = useLoaderData<typeof loader>();
  const { hasInsights } = useStore().plan;
  const { slug = "" } = useParams();
  const { tab } = currentTab(useMatches().map(({ id }) => id));
  const isMoved = useMovedTab((name) => hrefTo.projectTab(slug, isProjectTab(name) ? name : "overview"));
  const isSearch = useMovedSearch(tab === "overview", hrefTo.projectTab(slug, "search"));
  usePrefetchOnIdle(
    hasInsights ? prefetchWithInsights : prefetchFrequent,
    hasInsights ? ALL_CATALOGUES : CATALOGUES_WITHOUT_INSIGHTS,
  );
  if (isMoved || isSearch) return null;
  const waiting = <ProjectSkeleton />;
  return (
    <Suspense key={slug} fallback={waiting}>
      <LoadedProject loaded={data} waiting={waiting} />
    </Suspense>
  );
});

/** The project of the latest answer: a request that still runs does not hide the one before. */
function LoadedProject({ loaded, waiting }: { loaded: Loaded; waiting: ReactNode }) {
  const [latest, setLatest] = useState<Loaded | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loaded.project.then(() => {
      if (isCurrent) setLatest(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [loaded]);
  const { project, before } = latest ?? loaded;
  const result = use(project);
  if (!result.success && LEAVES.includes(result.error.status ?? 0)) return waiting;
  return <ProjectPage project={unwrap(result)} before={before} />;
}

interface ProjectPageProps extends Pick<Loaded, "before"> {
  project: Project;
}

const ProjectPage = observer(function ProjectPage({ project, before }: ProjectPageProps) {
  const store = useStore();
  const services = useServices();
  const { t, format } = useTranslation("project");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { slug, role } = project;
  const { notifications, preferences, progress } = store;
  const sources = liveSources(project, progress.syncs, before);
  const start = useMutation(() => services.projects.sync(slug), {
    onSuccess: async () => {
      // The request does not change what a host grants.
      const quotaWait = sources.find(({ sync }) => sync.quota_wait)?.sync.quota_wait;
      if (quotaWait)
        notifications.show(t("sync.waits", { host: quotaWait.host, time: format.time(quotaWait.until) }), "info");
      await revalidate();
    },
  });
  const startFailure = start.error ? formatError(start.error) : undefined;
  useLiveSync(slug);

  useEffect(() => {
    preferences.noteProjectUse(slug);
  }, [preferences, slug]);
  const removed = t("removed");
  useEffect(
    () =>
      reaction(
        () => notifications.queue.find((message) => message.type === "project.removed" && message.project === slug),
        (removal) => {
          if (!removal) return;
          notifications.show(removal.data["isClosed"] === true ? removal.title : removed, "info");
          void navigate(hrefTo.projects(), { replace: true });
        },
      ),
    [notifications, slug, navigate, removed],
  );

  // Each step of a sync makes more of the project searchable.
  const syncState = sources.map(({ id, sync: { finished_at, step } }) => `${id}@${finished_at ?? ""}${step ?? ""}`);
  useInvalidateOnChange(slug, syncState.join(" "), liveQueries(slug));
  const context: ProjectContext = {
    project,
    sources,
    isStarting: start.isPending,
    onSync: mayInProject(role, "project.sync") ? () => void start.mutate() : undefined,
  };
  const { fillsWindow } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;

  return (
    <ProjectLayout isFilling={fillsWindow === true}>
      <ProjectHeader name={project.name} role={role}>
        {sources.length > 0 && (
          <SyncStatus
            sources={sources}
            href={hrefTo.projectTab(slug, "sources")}
            isStarting={start.isPending}
            failure={startFailure?.text}
            onSync={context.onSync}
          />
        )}
      </ProjectHeader>
      {startFailure && (
        <FailedLine
          title={t("sync.notStarted")}
          failure={startFailure}
          onRetry={() => void start.mutate()}
          isRetrying={start.isPending}
        />
      )}
      <Suspense fallback={<Skeleton shape="rows" count={8} height="2.5rem" />}>
        <Outlet context={context} />
      </Suspense>
    </ProjectLayout>
  );
});
