/*
 * How a screen is written
 * =======================
 * A screen is a folder next to this file. Its route file (`projects/ProjectsRoute.tsx`)
 * exports, by these names and nothing else (`shouldRevalidate` where it needs one):
 *
 *   export async function loader({ request, params, context }: LoaderFunctionArgs) {
 *     const { services, store } = context.get(appContext);               // routes/appContext.tsx
 *     return unwrap(await services.projects.list(request.signal));       // routes/failures/unwrap.ts: throws what RouteError shows
 *   }
 *   export const Component = observer(function ProjectsRoute() {
 *     const projects = useLoaderData<typeof loader>();
 *     const { session, projectsFilter } = useStore();                    // stores/StoreProvider.tsx
 *     const title = useTranslation("projects").t("title"); usePageTitle(title); // routes/usePageTitle.ts
 *     …
 *   });
 *
 * - Name the catalogues that the screen uses in the table below: they are loaded with its code. A missing one suspends the screen.
 * - The tabs of a project and of the settings are separate routes below a layout: code, loader and error boundary each. A part of a
 *   project reads it with `useProject()` (routes/project/useProject.ts).
 * - Pass `request.signal` on: leaving the page aborts its requests.
 * - A list whose failure must not fail the page returns its `Result` unchanged, and the screen reads it with
 *   `useLoaderState` and shows `QueryFailure`. A slow part is an unawaited promise in the loader's answer, read under Suspense.
 * - Data of a part that depends on more than the path: `useQuery`, `useQueries` or `usePagedQuery` (src/queries).
 * - A request that changes something: `useMutation` (src/queries). It knows what runs and how it failed; `onSuccess` revalidates the loader,
 *   `invalidates` names the queries that are out of date.
 * - Addresses come from `hrefTo` (routes/paths.ts). Components receive them as strings and render plain `<a href>`; the shell turns clicks
 *   into navigation (routes/addresses/interceptLinks.ts). `useNavigate` is for navigation without a link.
 * - `store.notifications.show(message, "success" | "error" | …)` is the snackbar. `useErrorMessage()` words an ApiError in the
 *   reader's language (routes/useErrorMessage.ts).
 * - The websocket is open while a route with `handle: { live: true }` is on screen. `useLiveSync(slug)` (routes/connection/useLiveSync.ts)
 *   revalidates the screen when a sync of that project finishes; running progress is in `store.progress.syncs` by source id.
 * - A failed call to a `projects` address with 401, 403 or 404 redirects to /404 by itself: do not handle it.
 * - After a change of the number of projects: `await store.session.load()`, so that the plan's limits use the new number.
 */
import type { ComponentType } from "react";
import {
  createBrowserRouter,
  createMemoryRouter,
  RouterContextProvider,
  type NonIndexRouteObject,
  type RouteObject,
} from "react-router-dom";
import { PROJECT_TABS, type ProjectTab } from "../domain/projectTabs.ts";
import type { Namespace } from "../i18n/resources.ts";
import type { Services } from "../services/services.ts";
import type { RootStore } from "../stores/RootStore.ts";
import { appContext } from "./appContext.tsx";
import { InitialLoading } from "./loading/InitialLoading.tsx";
import { guard, loadUserEarly } from "./guards/guard.ts";
import { routeOfTab, ROUTES, type RouteName } from "./paths.ts";
import { TAB_CATALOGUES } from "./project/tabCatalogues.ts";
import { TabError, RouteError } from "./failures/RouteError.tsx";
import { SETTINGS_TABS, type SettingsTabName } from "./settings/settingsTabs.ts";

export interface RouteHandle {
  /** The navigation next to the pages below this route. */
  readonly rail?: ComponentType<{ slug: string }>;
  /** The screen requires the websocket. */
  readonly live?: true;
  /** The tab of a project is as high as the window. */
  readonly fillsWindow?: true;
}

const live: RouteHandle = { live: true };

/** Loads catalogues of texts; resolves when they are usable. */
export type LoadNamespaces = (namespaces: readonly Namespace[]) => Promise<unknown>;

/** A route of the specification's table: its name is the id, which the guard and the links use. */
const route = (id: RouteName, rest: Omit<NonIndexRouteObject, "id" | "path" | "index" | "children">): RouteObject => ({
  id,
  path: ROUTES[id],
  ...rest,
});

type Screen = <M extends object>(load: () => Promise<M>, ...namespaces: Namespace[]) => () => Promise<M>;

/**
 * A failed load as a component that throws: React Router draws an empty page where the code of a route with an error boundary of its own
 * cannot be loaded. The boundary then asks for a reload, because browsers do not retry a failed import.
 */
const orThrowing = (lazy: () => Promise<object>) => (): Promise<object> =>
  lazy().catch((error: unknown) => ({
    Component: () => {
      throw error;
    },
  }));

/** A tab below its layout: a failure of it leaves the layout on screen. */
const tabRoute = (id: RouteName, lazy: () => Promise<object>, handle?: RouteHandle): RouteObject => ({
  id,
  path: ROUTES[id],
  handle,
  lazy: orThrowing(lazy),
  ErrorBoundary: TabError,
});

/** The first tab, at the address of its layout. */
const firstTabRoute = (id: RouteName, lazy: () => Promise<object>, handle?: RouteHandle): RouteObject => ({
  id,
  index: true,
  handle,
  lazy: orThrowing(lazy),
  ErrorBoundary: TabError,
});

/** The list of tabs is a chunk of its own, so that the first load does not name them all. */
const projectTab = (screen: Screen, tab: ProjectTab): (() => Promise<object>) =>
  screen<object>(
    async () => (await import("./project/projectTabModules.ts")).projectTabModules[tab](),
    ...TAB_CATALOGUES[tab],
  );

/** Issues do not need the websocket (specification, section 2), and name what their list does not cover. */
const TAB_HANDLES: Readonly<Partial<Record<ProjectTab, RouteHandle>>> = {
  issues: { fillsWindow: true },
  requests: { fillsWindow: true },
  sources: { live: true },
};

const issueForm = (
  screen: Screen,
  form: "create" | "localize",
  ...namespaces: readonly Namespace[]
): (() => Promise<object>) =>
  screen<object>(async () => (await import("./issues/issueForms.ts")).issueForms[form](), "issues", ...namespaces);

/** The page of a project with its tabs. */
const projectRoute = (screen: Screen): RouteObject => ({
  id: "project",
  path: ROUTES["project-detail"],
  lazy: screen(() => import("./project/ProjectRoute.tsx"), "project", "projects", "controls"),
  children: [
    firstTabRoute("project-detail", projectTab(screen, "overview"), live),
    ...PROJECT_TABS.filter((tab) => tab !== "overview").map((tab) =>
      tabRoute(routeOfTab(tab), projectTab(screen, tab), TAB_HANDLES[tab] ?? live),
    ),
    tabRoute("new-issue", issueForm(screen, "create", "issueWrites")),
    tabRoute("localize-text", issueForm(screen, "localize", "issuePage", "symbolKinds")),
  ],
});

/** The pages of a project: the rail is next to all of them. */
const projectFrame = (screen: Screen): RouteObject => ({
  id: "project-frame",
  lazy: screen(() => import("./project/projectFrame.ts"), "project"),
  children: [
    projectRoute(screen),
    route("assistance", {
      lazy: screen(
        () => import("./issue/IssueRoute.tsx"),
        "issuePage",
        "symbolKinds",
        "issues",
        "requests",
        "controls",
        "graph",
      ),
    }),
    route("request", {
      lazy: screen(
        () => import("./request/RequestRoute.tsx"),
        "requests",
        "findings",
        "commits",
        "issues",
        "issuePage",
        "graph",
      ),
    }),
    route("person", {
      lazy: screen(() => import("./person/PersonRoute.tsx"), "persons", "experts", "issues", "graph"),
    }),
    route("commit", { lazy: screen(() => import("./commit/CommitRoute.tsx"), "commits", "graph") }),
  ],
});

/** The catalogues of a tab of the settings, besides those of the settings' page. */
const SETTINGS_CATALOGUES: Readonly<Partial<Record<SettingsTabName, readonly Namespace[]>>> = {
  searches: ["savedSearches"],
  notifications: ["notices"],
  password: ["secondFactors"],
  sso: ["sso"],
  directory: ["directory", "tokens"],
  apps: ["apps"],
  model: ["ask"],
  webhooks: ["webhooks"],
  export: ["exports"],
  company: ["access", "tokens"],
  tokens: ["access", "tokens"],
  mcp: ["tokens"],
};

/** Their list is a separate chunk, so that the first load does not name them all. */
const settingsTab = (screen: Screen, tab: SettingsTabName): (() => Promise<object>) =>
  screen<object>(
    async () => (await import("./settings/settingsTabModules.ts")).settingsTabModules[tab](),
    ...(SETTINGS_CATALOGUES[tab] ?? []),
  );

/** The settings. */
export const settingsRoute = (screen: Screen): RouteObject => ({
  id: "settings-layout",
  path: ROUTES.settings,
  lazy: screen(() => import("./settings/SettingsRoute.tsx"), "settings", "auth", "help"),
  children: [
    firstTabRoute("settings", settingsTab(screen, "profile")),
    ...SETTINGS_TABS.map((tab) => tabRoute(`settings-${tab}`, settingsTab(screen, tab))),
  ],
});

/** Plain data, so that a test or a story can mount the same table in a memory router. */
export function appRoutes(loadNamespaces: LoadNamespaces): RouteObject[] {
  /** A screen's code and texts are loaded in parallel, so that its first render is complete. */
  const screen: Screen =
    (load, ...namespaces) =>
    async () => {
      const [module] = await Promise.all([load(), loadNamespaces(namespaces)]);
      return module;
    };
  return [
    {
      id: "root",
      middleware: [guard],
      ErrorBoundary: RouteError,
      HydrateFallback: InitialLoading,
      children: [
        route("login", { lazy: screen(() => import("./login/LoginRoute.tsx"), "auth") }),
        route("register", { lazy: screen(() => import("./register/RegisterRoute.tsx"), "auth") }),
        route("forgot-password", {
          lazy: screen(() => import("./forgot-password/ForgotPasswordRoute.tsx"), "auth"),
        }),
        route("reset-password", { lazy: screen(() => import("./reset-password/ResetPasswordRoute.tsx"), "auth") }),
        route("subscription-required", { lazy: () => import("./subscription/SubscriptionRoute.tsx") }),
        route("second-factor-required", {
          lazy: screen(() => import("./secondFactors/SecondFactorRequiredRoute.tsx"), "secondFactors", "auth"),
        }),
        route("mcp-consent", { lazy: screen(() => import("./mcpConsent/McpConsentRoute.tsx"), "access", "settings") }),
        {
          id: "shell",
          lazy: () => import("./shell/ShellRoute.tsx"),
          children: [
            {
              id: "screens",
              ErrorBoundary: RouteError,
              children: [
                route("home", { lazy: screen(() => import("./home/HomeRoute.tsx"), "home", "search") }),
                route("project-list", { lazy: screen(() => import("./projects/ProjectsRoute.tsx"), "projects") }),
                route("project-wizard", {
                  lazy: screen(
                    () => import("./wizard/WizardRoute.tsx"),
                    "wizard",
                    "project",
                    "controls",
                    "groups",
                    "restricted",
                  ),
                }),
                projectFrame(screen),
                route("insights", {
                  handle: live,
                  lazy: screen(
                    () => import("./insights/InsightsRoute.tsx"),
                    "insights",
                    "periods",
                    "charts",
                    "issues",
                    "controls",
                  ),
                }),
                route("reports", {
                  lazy: screen(() => import("./reports/ReportsRoute.tsx"), "reports", "periods", "plan"),
                }),
                route("dashboards", {
                  lazy: screen(() => import("./dashboards/DashboardsRoute.tsx"), "dashboards", "plan"),
                }),
                route("dashboard", {
                  handle: live,
                  lazy: screen(
                    () => import("./dashboards/DashboardRoute.tsx"),
                    "dashboards",
                    "ownMetrics",
                    "insights",
                    "periods",
                    "charts",
                    "issues",
                    "requests",
                    "controls",
                    "plan",
                  ),
                }),
                route("notifications", {
                  lazy: screen(() => import("./notifications/NotificationsRoute.tsx"), "notices"),
                }),
                settingsRoute(screen),
                route("chat-link", {
                  lazy: screen(() => import("./chatLinks/ChatLinkRoute.tsx"), "chatLink", "controls"),
                }),
                route("help", { lazy: screen(() => import("./help/HelpRoute.tsx"), "help", "settings") }),
                route("support", { lazy: screen(() => import("./support/SupportRoute.tsx"), "help") }),
                route("404", { lazy: () => import("./not-found/NotFoundRoute.tsx") }),
                // Every unknown path shows the same screen.
                { id: "unknown", path: "*", lazy: () => import("./not-found/NotFoundRoute.tsx") },
              ],
            },
          ],
        },
      ],
    },
  ];
}

export interface RouterOptions {
  readonly services: Services;
  readonly store: RootStore;
  readonly loadNamespaces: LoadNamespaces;
}

const contextOf =
  ({ services, store }: RouterOptions) =>
  () => {
    const context = new RouterContextProvider();
    context.set(appContext, { services, store });
    return context;
  };

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createAppRouter(options: RouterOptions): AppRouter {
  loadUserEarly(options.store, location.pathname);
  return createBrowserRouter(appRoutes(options.loadNamespaces), { getContext: contextOf(options) });
}

/** The same table with a memory router, for tests and stories. */
export const createTestRouter = (options: RouterOptions, initialEntries: string[]): AppRouter =>
  createMemoryRouter(appRoutes(options.loadNamespaces), { getContext: contextOf(options), initialEntries });
