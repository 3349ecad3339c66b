import type { Project } from "../../../contract/projects.ts";
import { sourcesOf, type LinkedSource } from "../../components/SourceList/linkedSource.ts";
import type { NotificationsStore } from "../../stores/NotificationsStore.ts";

export type Syncs = NotificationsStore["syncs"];

/**
 * A project's sources as they stand now: the loaded ones, with what the socket has said since. `before` is what the socket had said when
 * the loading began; the same object still standing there is older than the loaded answer. Clocks of two machines are never compared.
 */
export function liveSources(project: Project, syncs: Syncs, before: Syncs): LinkedSource[] {
  return sourcesOf(project).map((source) => {
    const news = syncs[source.id];
    const isNews =
      news && news !== before[source.id] && news.source.kind === source.kind && news.project === project.slug;
    return isNews ? { ...source, sync: news.sync } : source;
  });
}
