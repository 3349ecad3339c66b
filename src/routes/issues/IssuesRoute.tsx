import { observer } from "mobx-react-lite";
import { Suspense, use } from "react";
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
  useSearchParams,
} from "react-router-dom";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { ProjectTabs } from "../../components/projects/ProjectTabs.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { sourcesOf } from "../../domain/linkedSources.ts";
import { SourceStates } from "../../components/sources/SourceStates.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { loadProject } from "../loadProject.ts";
import { hrefTo, projectTabHref } from "../paths.ts";
import { withGracePeriod } from "../withGracePeriod.ts";
import { usePrefetchOnIdle } from "../usePrefetchOnIdle.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { dataKey, issuesQuery, readIssueUrl } from "./issueUrl.ts";
import { IssueListPage } from "./IssueListPage.tsx";
import { PASTE_VIEW, LocalizeTextPage } from "./LocalizeTextPage.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { ClipboardIcon } from "../../components/ui/icons.ts";
import styles from "./IssuesRoute.module.css";

/** The screen does not wait for a slow answer: a skeleton replaces the issues until they arrive. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const slug = params["slug"] ?? "";
  const { searchParams } = new URL(request.url);
  const page = app.services.issues.list(slug, issuesQuery(readIssueUrl(searchParams)), request.signal);
  const project = loadProject(app, slug, request.signal);
  await withGracePeriod(page, project);
  return { key: `${slug} ${dataKey(searchParams)}`, page, project };
}

/** The preview, the selection and the columns are part of the address too, but need no new data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOnlyLooks =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    dataKey(currentUrl.searchParams) === dataKey(nextUrl.searchParams);
  return !isOnlyLooks && defaultShouldRevalidate;
}

type Loaded = Awaited<ReturnType<typeof loader>>;

const loadIssue = () => import("../assistance/AssistanceRoute.tsx");
const loadProjectRoute = () => import("../project/ProjectRoute.tsx");
const loadNext = () => Promise.all([loadIssue(), loadProjectRoute()]);

export const Component = observer(function IssuesRoute() {
  const data = useLoaderData<typeof loader>();
  const { slug = "" } = useParams();
  const { t } = useTranslation("issues");
  const [search] = useSearchParams();
  usePrefetchOnIdle(loadNext, ["search", "projects", "experts"]);
  const isPasting = search.get("view") === PASTE_VIEW;
  const title = t(isPasting ? "paste.title" : "title");
  return (
    <div className={isPasting ? undefined : styles.screen}>
      <PageHeader
        title={title}
        above={
          <Suspense fallback={<Crumbs slug={slug} name={slug} title={title} />}>
            <ProjectCrumbs slug={slug} project={data.project} title={title} />
          </Suspense>
        }
        description={
          <Suspense fallback={<Skeleton count={1} height="1.25rem" />}>
            <Sources project={data.project} />
          </Suspense>
        }
        actions={
          isPasting ? undefined : (
            <LinkButton
              variant="outlined"
              icon={<ClipboardIcon />}
              href={hrefTo.issues(slug, { view: PASTE_VIEW })}
              text={t("paste.open")}
            />
          )
        }
      />
      <Suspense fallback={<Tabs slug={slug} />}>
        <CountedTabs slug={slug} project={data.project} />
      </Suspense>
      {isPasting ? (
        <LocalizeTextPage slug={slug} project={data.project} />
      ) : (
        <Suspense fallback={<Loading />}>
          <IssueListPage slug={slug} dataKey={data.key} page={data.page} project={data.project} />
        </Suspense>
      )}
    </div>
  );
});

/** The same line as on the project's other tabs, so that the tabs do not move between them. */
function Sources({ project }: Pick<Loaded, "project">) {
  const result = use(project);
  return result.success ? <SourceStates sources={sourcesOf(result.data)} /> : null;
}

interface TabsProps {
  slug: string;
  /** The number of linked sources, once it is loaded. */
  sources?: number;
}

function Tabs({ slug, sources }: TabsProps) {
  return (
    <ProjectTabs
      current="issues"
      hrefOf={(tab) => projectTabHref(slug, tab)}
      {...(sources !== undefined && { counts: { sources } })}
    />
  );
}

function CountedTabs({ project, ...props }: Omit<TabsProps, "sources"> & Pick<Loaded, "project">) {
  const result = use(project);
  return <Tabs {...props} {...(result.success && { sources: sourcesOf(result.data).length })} />;
}

interface CrumbsProps {
  slug: string;
  /** Of the project. */
  name: string;
  /** Of this screen. */
  title: string;
}

function ProjectCrumbs({ slug, project, title }: Omit<CrumbsProps, "name"> & { project: Loaded["project"] }) {
  const result = use(project);
  return <Crumbs slug={slug} name={result.success ? result.data.name : slug} title={title} />;
}

/** The screen's breadcrumbs, and its name in the title of the browser's tab. */
function Crumbs({ slug, name, title }: CrumbsProps) {
  const { t } = useTranslation("issues");
  usePageTitle(title, name);
  return <Breadcrumbs crumbs={[{ text: name, href: hrefTo.project(slug) }, { text: t("title") }]} />;
}

/** A skeleton of the strip, the filters and a screenful of rows. */
function Loading() {
  return (
    <>
      <Skeleton shape="rows" count={1} height="3.875rem" />
      <Skeleton shape="rows" count={1} height="1.875rem" />
      <div className={styles.rows}>
        <Skeleton shape="rows" count={12} height="2rem" />
      </div>
    </>
  );
}
