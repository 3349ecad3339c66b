import { reaction } from "mobx";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, use, useEffect, useRef, useState, type ReactNode } from "react";
import {
  useLoaderData,
  useNavigate,
  useParams,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "react-router-dom";
import type { Project } from "../../../contract/projects.ts";
import { mayInProject } from "../../../contract/policy.ts";
import { planHas } from "../../../contract/planFeatures.ts";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { PROJECT_TABS, ProjectTabs, type ProjectTab } from "../../components/projects/ProjectTabs.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { SourceStates } from "../../components/sources/SourceStates.tsx";
import { SyncPanel } from "../../components/sources/SyncPanel.tsx";
import { UpgradeNotice } from "../../components/patterns/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { loadProject } from "../loadProject.ts";
import { unwrap } from "../unwrap.ts";
import { hrefTo, projectTabHref } from "../paths.ts";
import { noteUse } from "../projects/recentUse.ts";
import { SectionErrorBoundary } from "../SectionErrorBoundary.tsx";
import { withGracePeriod } from "../withGracePeriod.ts";
import { usePrefetchOnIdle } from "../usePrefetchOnIdle.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLiveSync } from "../useLiveSync.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { ExpertsTab } from "./ExpertsTab.tsx";
import { BacktestTab } from "./BacktestTab.tsx";
import { PeopleTab, type PeopleTabProps } from "./PeopleTab.tsx";
import { ProjectSkeleton } from "./ProjectSkeleton.tsx";
import { SearchTab } from "./SearchTab.tsx";
import { SourcesTab } from "./SourcesTab.tsx";
import { SettingsTab } from "./SettingsTab.tsx";
import { liveSources } from "./liveSources.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Tag } from "../../components/ui/Tag.ts";
import { CogIcon } from "../../components/ui/icons.ts";

/** The explorer and its texts are loaded on demand: most visits are searches. */
const loadDocuments = () => import("./DocumentsTab.tsx");
const DocumentsTab = lazy(async () => ({ default: (await loadDocuments()).DocumentsTab }));

const loadInsights = () => import("../insights/InsightsSection.tsx");
const InsightsView = lazy(async () => ({ default: (await loadInsights()).InsightsSection }));

const loadIssues = () => import("../issues/IssuesRoute.tsx");
const loadTabs = () => Promise.all([loadIssues(), loadDocuments()]);
const loadAllTabs = () => Promise.all([loadTabs(), loadInsights()]);
/** Catalogues of the tabs that load them on demand. */
const TAB_WORDS = ["issues", "assistance", "documents", "experts", "backtest"] as const;

const tabOf = (params: URLSearchParams): ProjectTab =>
  PROJECT_TABS.find((tab) => tab === params.get("tab") && tab !== "issues") ?? "search";

/** The content of a tab: the query, or the name of a document. */
const shownIn = (tab: ProjectTab, params: URLSearchParams): string | undefined =>
  tab === "documents" ? params.get("path")?.split("/").findLast(Boolean) : (params.get("q")?.trim() ?? undefined);

/** The frame and the tabs do not wait for a slow answer: a skeleton replaces the project until it arrives. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const wantsPeople = tabOf(new URL(request.url).searchParams) === "people";
  /** The socket's progress before the project was requested. */
  const before = app.store.notifications.syncs;
  const project = loadProject(app, slug, request.signal);
  const people = wantsPeople ? app.services.projects.users(slug, request.signal) : null;
  await withGracePeriod(project, ...(people ? [people] : []));
  return { project, people, before };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Statuses that redirect to /404 (failurePolicy.ts). */
const LEAVES = [401, 403, 404];

/** A tab opens at once with the known version of the project; changes since are fetched in parallel. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

function useRevalidateOn(tab: ProjectTab, revalidate: () => Promise<void>): void {
  const last = useRef(tab);
  useEffect(() => {
    if (last.current === tab) return;
    last.current = tab;
    void revalidate();
  }, [tab, revalidate]);
}

export const Component = observer(function ProjectRoute() {
  const data = useLoaderData<typeof loader>();
  const { hasInsights } = useStore().plan;
  const { slug = "" } = useParams();
  const [params] = useSearchParams();
  usePrefetchOnIdle(hasInsights ? loadAllTabs : loadTabs, hasInsights ? [...TAB_WORDS, "insights"] : TAB_WORDS);
  const waiting = <ProjectSkeleton slug={slug} tab={tabOf(params)} />;
  return (
    <Suspense key={slug} fallback={waiting}>
      <AskedProject {...data} waiting={waiting} />
    </Suspense>
  );
});

function AskedProject({ project: asked, waiting, ...rest }: Loaded & { waiting: ReactNode }) {
  const result = use(asked);
  if (!result.success && LEAVES.includes(result.error.status ?? 0)) return waiting;
  return <ProjectPage project={unwrap(result)} {...rest} />;
}

const ProjectPage = observer(function ProjectPage({
  project,
  people,
  before,
}: Omit<Loaded, "project"> & { project: Project }) {
  const store = useStore();
  const services = useServices();
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const { t: tProjects } = useTranslation("projects");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const [isStarting, setStarting] = useState(false);
  const [syncFailure, setSyncFailure] = useState<string>();
  const { slug, role } = project;
  const { notifications } = store;
  useLiveSync(slug);

  useEffect(() => {
    const { storage, now } = storeEnv(store);
    noteUse(storage, slug, now());
  }, [store, slug]);
  const removed = t("removed");
  useEffect(
    () =>
      reaction(
        () => notifications.queue.some((message) => message.type === "project.removed" && message.project === slug),
        (isRemoved) => {
          if (!isRemoved) return;
          notifications.show(removed, "info");
          void navigate(hrefTo.projects(), { replace: true });
        },
      ),
    [notifications, slug, navigate, removed],
  );

  const tab = tabOf(params);
  useRevalidateOn(tab, revalidate);
  usePageTitle(shownIn(tab, params), t(`tabs.${tab}`), project.name);
  const sources = liveSources(project, notifications.syncs, before);
  const sync = async () => {
    setStarting(true);
    setSyncFailure(undefined);
    const result = await services.projects.sync(slug);
    setStarting(false);
    if (!result.success) {
      setSyncFailure(formatError(result.error).text);
      return;
    }
    await revalidate();
  };
  const onSync = mayInProject(role, "project.sync") ? () => void sync() : undefined;
  // Each step of a sync may have made more of the project searchable.
  const version = sources
    .map(({ id, sync: { finished_at, step } }) => `${id}@${finished_at ?? ""}${step ?? ""}`)
    .join(" ");
  const { hasInsights } = store.plan;

  return (
    <>
      <PageHeader
        above={<Breadcrumbs crumbs={[{ text: tProjects("title"), href: hrefTo.projects() }, { text: project.name }]} />}
        title={project.name}
        description={sources.length > 0 ? <SourceStates sources={sources} /> : undefined}
        actions={
          tab !== "settings" && (
            <LinkButton
              variant="minimal"
              icon={<CogIcon />}
              href={hrefTo.project(slug, { tab: "settings" })}
              aria-label={t("settings.open")}
              title={t("settings.open")}
            />
          )
        }
        badges={
          <Tag minimal title={t(`roleMay.${role}`)}>
            {t("myRole", { role: tStates(`roles.${role}`) })}
          </Tag>
        }
      />
      {/* The tab of the sources shows a bar for each of them already. */}
      {(tab !== "sources" || syncFailure !== undefined) && (
        <SyncPanel sources={sources} isStarting={isStarting} failure={syncFailure} onSync={onSync} />
      )}
      <ProjectTabs current={tab} hrefOf={(name) => projectTabHref(slug, name)} counts={{ sources: sources.length }} />
      <SectionErrorBoundary resetKey={tab}>
        {tab === "search" && (
          <SearchTab
            slug={slug}
            sources={sources}
            version={version}
            role={role}
            canLink={mayInProject(role, "sources.change")}
          />
        )}
        {tab === "experts" && (
          <ExpertsTab
            slug={slug}
            repositories={Object.fromEntries(project.repositories.map(({ id, name }) => [id, name]))}
            version={version}
            isInPlan={store.plan.has("expert_recommender")}
            onSaid={(text) => notifications.show(text)}
          />
        )}
        {tab === "documents" && (
          <Suspense fallback={<Skeleton shape="rows" count={10} height="1.5rem" />}>
            <DocumentsTab
              slug={slug}
              isInPlan={planHas(store.plan.name, "document_explorer")}
              sources={sources}
              version={version}
            />
          </Suspense>
        )}
        {tab === "insights" && !hasInsights && (
          <UpgradeNotice feature="insights" contactHref={hrefTo.support({ topic: "upgrade" })} />
        )}
        {tab === "insights" && hasInsights && (
          <Suspense fallback={<Skeleton shape="cards" count={6} height="18rem" />}>
            <InsightsView
              slug={slug}
              version={version}
              hrefOf={(query) => hrefTo.project(slug, { tab: "insights", ...query })}
              onSaid={(text) => notifications.show(text)}
            />
          </Suspense>
        )}
        {tab === "backtest" && <BacktestTab slug={slug} canStart={mayInProject(role, "backtest.start")} />}
        {tab === "sources" && (
          <SourcesTab
            slug={slug}
            sources={sources}
            plan={store.plan.name ?? "Enterprise"}
            connected={store.session.user?.providers}
            isStarting={isStarting}
            onSync={onSync}
            role={role}
            canChange={mayInProject(role, "sources.change")}
            onChanged={() => revalidate()}
          />
        )}
        {tab === "settings" && (
          <SettingsTab
            project={project}
            sources={sources}
            myEmail={store.session.user?.email ?? ""}
            onChanged={() => revalidate()}
            onGone={() => void store.session.load().then(() => navigate(hrefTo.projects(), { replace: true }))}
            onSaid={(text) => notifications.show(text)}
          />
        )}
        {tab === "people" && (
          <Suspense fallback={<Skeleton shape="rows" count={4} height="3.25rem" />}>
            <AskedPeople
              slug={slug}
              asked={people}
              companyId={store.session.user?.company?.id ?? null}
              myEmail={store.session.user?.email ?? ""}
              isAdmin={store.session.isCompanyAdmin}
              canAdd={mayInProject(role, "members.add")}
              canRemove={mayInProject(role, "members.remove")}
              canChangeRole={mayInProject(role, "members.changeRole")}
              canMerge={mayInProject(role, "sources.change")}
              onChanged={() => revalidate()}
              onLeft={() => void store.session.load().then(() => navigate(hrefTo.projects()))}
              onFailure={(text) => notifications.show(text, "error")}
            />
          </Suspense>
        )}
      </SectionErrorBoundary>
    </>
  );
});

/** Only this tab loads them: null after a switch from another tab, until they are requested. */
function AskedPeople({ asked, ...props }: Omit<PeopleTabProps, "people"> & { asked: Loaded["people"] }) {
  return <PeopleTab {...props} people={asked && use(asked)} />;
}
