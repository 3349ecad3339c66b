import { useCallback, useSyncExternalStore } from "react";
import type { Project } from "../../../contract/projects.ts";
import type { Result } from "../../services/result.ts";
import type { RootStore } from "../../stores/RootStore.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import type { AppContext } from "../appContext.tsx";

/** The last loaded project, and the token that loaded it. One is enough: users move between tabs of one project. */
const lastLoaded = new WeakMap<RootStore, { readonly token: string | null; readonly project: Project }>();

const listeners = new Set<() => void>();

/** The last loaded version of a project; null where another one was loaded since. */
function knownProject(store: RootStore, slug: string): Project | null {
  const last = lastLoaded.get(store);
  return last?.token === store.session.token && last.project.slug === slug ? last.project : null;
}

/**
 * A project. While the server does not answer, the last known version is the fallback, so that its tabs stay usable; the bar at the bottom
 * reports that the server is unreachable. An error response of the server itself is returned as an error.
 */
export async function loadProject(
  { services, store }: AppContext,
  slug: string,
  signal: AbortSignal,
): Promise<Result<Project>> {
  const result = await services.projects.get(slug, signal);
  if (result.success) {
    lastLoaded.set(store, { token: store.session.token, project: result.data });
    for (const listener of listeners) listener();
    return result;
  }
  const known = result.error.kind === "network" ? knownProject(store, slug) : null;
  return known ? { success: true, data: known, error: null } : result;
}

/** The reader's role in a project; null where it could not be loaded. */
export const roleOf = (project: Result<Project>): Project["role"] | null =>
  project.success ? project.data.role : null;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The last loaded version of a project, for what is around the page that loads it; null until then. */
export function useKnownProject(slug: string): Project | null {
  const store = useStore();
  return useSyncExternalStore(
    subscribe,
    useCallback(() => knownProject(store, slug), [store, slug]),
  );
}
