/** Closed projects for which the user goes to a provider to connect an account. Kept by the tab, because the browser leaves the app. */
import type { ClosedProject } from "../../../contract/sources/hostAccess.ts";
import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

const KEY = "awaitedProjects";

export const noteAwaitedProjects = (
  storage: KeyValueStorage,
  provider: string,
  projects: readonly ClosedProject[],
): void => storage.setItem(KEY, [provider, ...projects.map(({ slug }) => slug)].join(" "));

/** Slugs of the projects that were noted for a provider; once, and none for another provider. */
export function takeAwaitedProjects(storage: KeyValueStorage, provider: string): readonly string[] {
  const [noted, ...slugs] = (storage.getItem(KEY) ?? "").split(" ");
  storage.removeItem(KEY);
  return noted === provider ? slugs : [];
}
