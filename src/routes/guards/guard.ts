import { getSnapshot } from "mobx-state-tree";
import { redirect, type MiddlewareFunction } from "react-router-dom";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import type { RootStore } from "../../stores/RootStore.ts";
import { appContext } from "../appContext.tsx";
import { ROUTES, isRouteName, routeOf } from "../paths.ts";
import { isPublic, evaluateGuards, type GuardContext } from "./guardRules.ts";

/** Plain values: a guard reads them once and never subscribes. */
export const guardContextOf = (store: RootStore): GuardContext => {
  const { token, user } = getSnapshot(store.session);
  return { isSignedIn: token !== null, user: user ?? null, plan: getSnapshot(store.plan).current ?? null };
};

/** Whether a plan has the fields that the rules need; a field that a host omits is read as an empty text (services/readUser.ts). */
const isComplete = ({ plan, subscription_status }: CompanyPlan): boolean =>
  plan.name.length > 0 && subscription_status.length > 0;

const PUBLIC_PATHS: ReadonlySet<string> = new Set(
  Object.keys(ROUTES).flatMap((name) => (isRouteName(name) && isPublic(name) ? ROUTES[name] : [])),
);

const pendingLoads = new WeakMap<RootStore, Promise<void>>();

/**
 * Loads user and plan of a signed-in user once; concurrent navigations wait for the same requests. The store signs out a user who cannot be
 * loaded.
 */
function loadUser(store: RootStore): Promise<void> {
  const { session, plan } = store;
  if (!session.isSignedIn || (session.user && plan.current)) return Promise.resolve();
  const loading =
    pendingLoads.get(store) ??
    load(store).finally(() => {
      pendingLoads.delete(store);
    });
  pendingLoads.set(store, loading);
  return loading;
}

/** The company's plan is requested in parallel to the user; a user that already contains the whole plan need not wait for it. */
async function load({ session, plan }: RootStore): Promise<void> {
  const planLoaded = plan.current ? Promise.resolve() : plan.load();
  if (!session.user) await session.load();
  if (!session.user) {
    plan.set(null);
    return;
  }
  if (plan.current) return;
  const userPlan = session.user.company_plan;
  if (userPlan && isComplete(userPlan)) {
    plan.set(userPlan);
    return;
  }
  await planLoaded;
  if (userPlan && session.user && !plan.current) plan.set(userPlan);
}

/**
 * Requests the user of the first screen before the router requests its code, which browsers request six files at a time. The guard then waits
 * for the same requests.
 */
export function loadUserEarly(store: RootStore, pathname: string): void {
  if (!PUBLIC_PATHS.has(pathname.replace(/\/$/, ""))) void loadUser(store);
}

/**
 * Middleware of the root route. A loader would not do: parent and child loaders run in parallel, so a child's request would be sent for a
 * visitor without access; middleware runs before all of them.
 */
export const guard: MiddlewareFunction = async ({ request, pattern, context }, next) => {
  const { store } = context.get(appContext);
  const { pathname, search } = new URL(request.url);
  // A request has no hash: that of the address counts while the address is the one that is opened.
  const { location } = window;
  const hash = location.pathname + location.search === pathname + search ? location.hash : "";
  const route = routeOf(pattern);
  // A public route does not need the user: a signed-in one is redirected to home.
  if (!isPublic(route)) await loadUser(store);
  const verdict = evaluateGuards(guardContextOf(store), { route, pathname, search, hash });
  if (!verdict.allow) throw redirect(verdict.to);
  return next();
};
