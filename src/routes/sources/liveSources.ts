import type { Project } from "../../../contract/projects.ts";
import { linkedSources, type LinkedSource } from "../../domain/linkedSources.ts";
import type { ProgressStore } from "../../stores/ProgressStore.ts";

export type Syncs = ProgressStore["syncs"];

/**
 * A project's sources with the latest progress: the loaded ones, updated by the socket's messages since. `before` is the socket's progress
 * when the loading began; an object that is still the same is older than the loaded response. Clocks of two machines are never compared.
 */
export function liveSources(project: Project, syncs: Syncs, before: Syncs): LinkedSource[] {
  return linkedSources(project).map((source) => {
    const news = syncs[source.id];
    const isNews =
      news && news !== before[source.id] && news.source.kind === source.kind && news.project === project.slug;
    return isNews ? { ...source, sync: news.sync } : source;
  });
}
