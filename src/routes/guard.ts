import { getSnapshot } from "mobx-state-tree";
import { redirect, type MiddlewareFunction } from "react-router-dom";
import type { RootStore } from "../stores/RootStore.ts";
import { appContext } from "./appContext.tsx";
import { isPublic, judge, type Visitor } from "./rules.ts";

/** Plain values: a guard looks once and never subscribes. */
export const visitorOf = (store: RootStore): Visitor => {
  const { token, user } = getSnapshot(store.session);
  return { isSignedIn: token !== null, user: user ?? null, plan: getSnapshot(store.plan).current ?? null };
};

/** Loads user and plan where a signed-in person's are not there yet. A user who cannot be loaded is signed out by the store. */
export async function loadPerson(store: RootStore): Promise<void> {
  if (!store.session.isSignedIn) return;
  if (!store.session.user) await store.session.load();
  if (!store.session.user || store.plan.current) return;
  // users/me carries the plan; the companies are asked only by a host that leaves it out.
  const { company_plan } = store.session.user;
  if (company_plan) store.plan.set(company_plan);
  else await store.plan.load();
}

/**
 * Middleware of the root route. A loader would not do: parent and child loaders run side by side, so a child's request would leave
 * for a visitor who may not be there; middleware runs before all of them.
 */
export const guard: MiddlewareFunction = async ({ request, context }, next) => {
  const { store } = context.get(appContext);
  const { pathname, search } = new URL(request.url);
  // On a public route nothing needs to be known of a signed-in person: they are on their way home.
  if (!isPublic(pathname)) await loadPerson(store);
  const verdict = judge(visitorOf(store), { pathname, search });
  if (!verdict.allow) throw redirect(verdict.to);
  return next();
};
