import { observer } from "mobx-react-lite";
import { Suspense, use, useRef } from "react";
import { useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import type { SearchResultsHandle } from "../../components/search/SearchResults.tsx";
import type { Dashboard } from "../../../contract/access/users.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext } from "../appContext.tsx";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { HomeSearch } from "./HomeSearch.tsx";
import { HomeSkeleton } from "./HomeSkeleton.tsx";
import styles from "./HomeRoute.module.css";

/** The results are as large a chunk as home itself, and are loaded on the first search. */
const HomeResultsSection = lazyComponent(() => import("./HomeResultsSection.tsx"), "HomeResultsSection");

/** Loaded only where needed: first steps of a new user, and what concerns one who has projects. */
const FirstStepsSection = lazyComponent(() => import("./FirstStepsSection.tsx"), "FirstStepsSection");
const ClosedProjectsSection = lazyComponent(
  () => import("../projects/ClosedProjectsSection.tsx"),
  "ClosedProjectsSection",
);
const HomeInbox = lazyComponent(() => import("./HomeInbox.tsx"), "HomeInbox");

/** The frame and the search do not wait for a slow answer: a skeleton replaces the rest until it arrives. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const dashboard = context.get(appContext).services.users.dashboard(request.signal);
  await withGracePeriod(dashboard);
  return { dashboard };
}

/** The query of the search concerns the results only. */
export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

type Loaded = Awaited<ReturnType<typeof loader>>;

export const Component = observer(function HomeRoute() {
  const { dashboard } = useLoaderData<typeof loader>();
  const { session } = useStore();
  const { t } = useTranslation("home");
  const [params] = useSearchParams();
  const place = useRef<HTMLDivElement>(null);
  const results = useRef<SearchResultsHandle>(null);
  const query = (params.get("q") ?? "").trim();
  usePageTitle(query, t("title"));
  return (
    <>
      <PageHeader title={t("greeting", { name: session.user?.name ?? "" })} />
      <div className={styles.panels} ref={place}>
        {(session.user?.projects_count ?? 0) > 0 && (
          <div className={styles.wide}>
            <HomeSearch onLeave={() => results.current?.focusFirst()} />
          </div>
        )}
        {query !== "" && (
          <div className={styles.wide}>
            <Section title={t("searchResults")} headingLevel={2}>
              <Suspense fallback={<Skeleton shape="rows" count={10} height="4.5rem" />}>
                <SectionErrorBoundary resetKey={query}>
                  <HomeResultsSection
                    resultsRef={results}
                    onLeave={() => place.current?.querySelector<HTMLElement>("input[type=search]")?.focus()}
                  />
                </SectionErrorBoundary>
              </Suspense>
            </Section>
          </div>
        )}
        <Suspense fallback={<HomeSkeleton />}>
          <LoadedHome dashboard={dashboard} />
        </Suspense>
      </div>
    </>
  );
});

function LoadedHome({ dashboard }: Loaded) {
  const { data, error } = use(dashboard);
  const { revalidate, state } = useRevalidator();
  const { t } = useTranslation("home");
  if (data) return <Overview dashboard={data} />;
  const query = { error, isLoading: state === "loading", refetch: () => void revalidate() };
  return (
    <div className={styles.wide}>
      <QueryFailure query={query} failed={t("failedTitle")} />
    </div>
  );
}

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { recent_projects: projects, first_steps: steps } = dashboard;
  // One boundary: the lists never move when the steps arrive after them.
  return (
    <Suspense fallback={<HomeSkeleton />}>
      {dashboard.has_closed_projects === true && (
        <div className={styles.wide}>
          <ClosedProjectsSection />
        </div>
      )}
      {(steps || projects.length === 0) && (
        <div className={styles.wide}>
          <FirstStepsSection steps={steps ?? []} projects={projects} />
        </div>
      )}
      {projects.length > 0 && <HomeInbox dashboard={dashboard} />}
    </Suspense>
  );
}
