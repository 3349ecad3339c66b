import type { Project } from "../../contract/projects.ts";
import type { Result } from "../services/result.ts";
import type { RootStore } from "../stores/RootStore.ts";
import type { AppContext } from "./appContext.tsx";

/** The project that was loaded last, and by whom. One is enough: people go from tab to tab of it. */
const known = new WeakMap<RootStore, { readonly token: string | null; readonly project: Project }>();

/**
 * A project. While no answer comes, what is known of it from before stands in for it, so that its tabs stay usable; the bar at the foot
 * says that the server is away. What the server itself refuses is refused.
 */
export async function askProject(
  { services, store }: AppContext,
  slug: string,
  signal: AbortSignal,
): Promise<Result<Project>> {
  const result = await services.projects.get(slug, signal);
  const { token } = store.session;
  if (result.success) {
    known.set(store, { token, project: result.data });
    return result;
  }
  const before = known.get(store);
  const standsIn = result.error.kind === "network" && before?.token === token && before.project.slug === slug;
  return standsIn ? { success: true, data: before.project, error: null } : result;
}
