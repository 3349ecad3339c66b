import type { Project } from "../../contract/projects.ts";
import type { Result } from "../services/result.ts";
import type { RootStore } from "../stores/RootStore.ts";
import type { AppContext } from "./appContext.tsx";

/** The last loaded project, and the token that loaded it. One is enough: users move between tabs of one project. */
const lastLoaded = new WeakMap<RootStore, { readonly token: string | null; readonly project: Project }>();

/**
 * A project. While the server does not answer, the last known version is the fallback, so that its tabs stay usable; the bar at the bottom
 * says that the server is unreachable. An error response of the server itself is returned as an error.
 */
export async function loadProject(
  { services, store }: AppContext,
  slug: string,
  signal: AbortSignal,
): Promise<Result<Project>> {
  const result = await services.projects.get(slug, signal);
  const { token } = store.session;
  if (result.success) {
    lastLoaded.set(store, { token, project: result.data });
    return result;
  }
  const before = lastLoaded.get(store);
  const standsIn = result.error.kind === "network" && before?.token === token && before.project.slug === slug;
  return standsIn ? { success: true, data: before.project, error: null } : result;
}
