import type { SOURCE_KINDS } from "../../contract/constants.ts";
import type { Project, Repository, Sync, Tracker, Wiki } from "../../contract/projects.ts";

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A repository, tracker or wiki of a project, with its kind so that all three fit one list. */
export type LinkedSource =
  (Repository & { kind: "repository" }) | (Tracker & { kind: "tracker" }) | (Wiki & { kind: "wiki" });

/** All sources of a project in display order. */
export const linkedSources = (project: Pick<Project, "repositories" | "trackers" | "wikis">): LinkedSource[] => [
  ...project.repositories.map((source) => ({ ...source, kind: "repository" as const })),
  ...project.trackers.map((source) => ({ ...source, kind: "tracker" as const })),
  ...project.wikis.map((source) => ({ ...source, kind: "wiki" as const })),
];

/** Ids of sources are unique only within their kind. */
export const sourceKey = ({ kind, id }: { kind: SourceKind; id: string }): string => `${kind}:${id}`;

/** Progress of the current step, from 0 to 1; undefined while its size is unknown. */
export const syncProgress = ({ state, done, total }: Sync): number | undefined =>
  state === "ready" ? 1 : total === null || total === 0 ? undefined : Math.min(1, done / total);

export type SyncSummary =
  | { state: "none" }
  | { state: "failed"; failed: number }
  | { state: "running"; share: number | undefined }
  | { state: "queued" }
  | { state: "ready"; finishedAt: string | null };

/**
 * The combined state of all sources: states that need action have precedence. `finishedAt` is the oldest of the last syncs, because a
 * project is only as fresh as its stalest source.
 */
export function summarizeSyncs(sources: readonly Pick<LinkedSource, "sync">[]): SyncSummary {
  const syncs = sources.map(({ sync }) => sync);
  const failed = syncs.filter(({ state }) => state === "failed").length;
  if (syncs.length === 0) return { state: "none" };
  if (failed > 0) return { state: "failed", failed };
  const running = syncs.filter(({ state }) => state === "running");
  if (running.length > 0) {
    const shares = running.map(syncProgress);
    const knownShares = shares.filter((share) => share !== undefined);
    const isKnown = knownShares.length === shares.length;
    return {
      state: "running",
      share: isKnown ? knownShares.reduce((sum, share) => sum + share, 0) / knownShares.length : undefined,
    };
  }
  if (syncs.some(({ state, finished_at }) => state === "queued" && finished_at === null)) return { state: "queued" };
  const times = syncs.map(({ finished_at }) => finished_at).filter((time) => time !== null);
  return { state: "ready", finishedAt: times.toSorted()[0] ?? null };
}
