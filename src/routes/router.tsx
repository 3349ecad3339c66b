/*
 * How a screen is written
 * =======================
 * A screen is a folder beside this file. Its route file (`projects/ProjectsRoute.tsx`) exports, by these names and nothing else:
 *
 *   export async function loader({ request, params, context }: LoaderFunctionArgs) {
 *     const { services, store } = context.get(appContext);               // routes/appContext.tsx
 *     return loaded(await services.projects.list(request.signal));       // routes/loaded.ts: throws what RouteError shows
 *   }
 *   export async function action({ request, params, context }: ActionFunctionArgs) { … }   // mutations; the page revalidates after
 *   export const Component = observer(function ProjectsRoute() {
 *     const projects = useLoaderData<typeof loader>();
 *     const { session, projectsFilter } = useStore();                    // stores/StoreProvider.tsx
 *     const services = useServices();                                     // routes/appContext.tsx: calls that are no navigation
 *     const title = useWords("projects").t("title"); usePageTitle(title); // routes/usePageTitle.ts
 *     …
 *   });
 *
 * - Pass `request.signal` on: leaving the page aborts what it asked for.
 * - A list that may fail without taking the page with it returns its `Result` as it is, and the screen shows FailedState with
 *   `useRevalidator().revalidate()` for Retry. A slow part is an unawaited promise in the loader's answer, read under Suspense.
 * - Addresses come from `hrefTo` (routes/paths.ts). Components get them as texts and render plain `<a href>`; the shell turns clicks
 *   into navigation (routes/followLinks.ts). `useNavigate` is for what is no link.
 * - `store.notifications.show(message, "success" | "error" | …)` is the snackbar. `useFailureText()` words an ApiError in the
 *   reader's language (routes/useFailureText.ts).
 * - The websocket is open while a route with `handle: { live: true }` is on screen. `useLiveSync(slug)` (routes/useLiveSync.ts)
 *   revalidates the screen when a sync of that project finishes; running progress is in `store.notifications.syncs` by source id.
 * - A failed call to a `projects` address with 401, 403 or 404 sends the browser to /404 by itself: do nothing about it.
 * - After a change of the number of projects: `await store.session.load()`, so that the plan's rules count right.
 */
import { createBrowserRouter, createMemoryRouter, RouterContextProvider, type RouteObject } from "react-router-dom";
import type { Services } from "../services/services.ts";
import type { RootStore } from "../stores/RootStore.ts";
import { appContext } from "./appContext.tsx";
import { guard } from "./guard.ts";
import { paths } from "./paths.ts";
import { RouteError } from "./RouteError.tsx";

export interface RouteHandle {
  /** The screen needs the websocket. */
  readonly live?: true;
}

const live: RouteHandle = { live: true };

/** Plain data, so that a test or a story mounts the same table in a memory router. */
export const appRoutes = (): RouteObject[] => [
  {
    id: "root",
    middleware: [guard],
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: paths.login, lazy: () => import("./login/LoginRoute.tsx") },
      { path: paths.register, lazy: () => import("./register/RegisterRoute.tsx") },
      { path: paths.subscriptionRequired, lazy: () => import("./subscription/SubscriptionRoute.tsx") },
      {
        id: "shell",
        lazy: () => import("./shell/ShellRoute.tsx"),
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { index: true, lazy: () => import("./home/HomeRoute.tsx") },
              { path: paths.projects, lazy: () => import("./projects/ProjectsRoute.tsx") },
              { path: paths.wizard, lazy: () => import("./wizard/WizardRoute.tsx") },
              { path: paths.project, handle: live, lazy: () => import("./project/ProjectRoute.tsx") },
              { path: paths.issues, lazy: () => import("./issues/IssuesRoute.tsx") },
              { path: paths.assistance, lazy: () => import("./assistance/AssistanceRoute.tsx") },
              { path: paths.settings, lazy: () => import("./settings/SettingsRoute.tsx") },
              { path: paths.help, lazy: () => import("./help/HelpRoute.tsx") },
              { path: paths.support, lazy: () => import("./support/SupportRoute.tsx") },
              // /404 itself and every unknown path.
              { path: "*", lazy: () => import("./not-found/NotFoundRoute.tsx") },
            ],
          },
        ],
      },
    ],
  },
];

export interface RouterOptions {
  readonly services: Services;
  readonly store: RootStore;
}

const contextOf =
  ({ services, store }: RouterOptions) =>
  () => {
    const context = new RouterContextProvider();
    context.set(appContext, { services, store });
    return context;
  };

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export const createAppRouter = (options: RouterOptions): AppRouter =>
  createBrowserRouter(appRoutes(), { getContext: contextOf(options) });

/** The same table without a browser's address bar, for tests and stories. */
export const createTestRouter = (options: RouterOptions, initialEntries: string[]): AppRouter =>
  createMemoryRouter(appRoutes(), { getContext: contextOf(options), initialEntries });
