/** Events between two snapshots of a project: parts of the code that became known to one person or none, and targets that were met or missed. Pure. */
import type { WatchedStates } from "../../db/schema/ruleSchema.ts";

/** State of a project that rules compare. */
export interface ProjectSnapshot {
  /** Parts of the map of knowledge. */
  readonly areas: readonly {
    readonly source: string;
    readonly path: string;
    readonly holding: "shared" | "island" | "orphan";
  }[];
  /** `verdict` is null while the rows cannot decide. */
  readonly targets: readonly {
    readonly metric: string;
    readonly value: number;
    readonly verdict: "met" | "missed" | null;
  }[];
}

interface WatchedEvent {
  readonly event: "knowledge.at_risk" | "metric.met" | "metric.missed";
  /** The repository; null for the project itself. */
  readonly source: string | null;
  readonly detail: string;
}

/** From what many know to what no one knows. */
const ORDER = ["shared", "island", "orphan"] as const;

const areaKey = ({ source, path }: ProjectSnapshot["areas"][number]): string => `${source} ${path}`;

/** What the next snapshot is compared with. A verdict stays while the rows cannot decide, so that a target is passed once. */
export function statesOf({ areas, targets }: ProjectSnapshot, before: WatchedStates | null): WatchedStates {
  // An index that is damaged, or of another format, has no code until the next sync.
  const lastAreas = areas.length === 0 && before !== null ? before.areas : null;
  return {
    areas: lastAreas ?? Object.fromEntries(areas.map((area) => [areaKey(area), area.holding])),
    targets: Object.fromEntries(
      targets.map(({ metric, value, verdict }) => {
        const last = before?.targets[metric];
        return [metric, { value, verdict: verdict ?? (last?.value === value ? last.verdict : null) }];
      }),
    ),
  };
}

/** The events since the last snapshot; none at the first one, and none of a part or a target that the last one did not have. */
export function watchedEvents({ areas, targets }: ProjectSnapshot, before: WatchedStates | null): WatchedEvent[] {
  if (before === null) return [];
  return [
    ...areas.flatMap((area): WatchedEvent[] => {
      const last = before.areas[areaKey(area)];
      const isWorse = last !== undefined && ORDER.indexOf(area.holding) > ORDER.indexOf(last);
      return isWorse ? [{ event: "knowledge.at_risk", source: area.source, detail: area.path }] : [];
    }),
    ...targets.flatMap(({ metric, value, verdict }): WatchedEvent[] => {
      const last = before.targets[metric];
      const isPassed = verdict !== null && last?.value === value && last.verdict !== verdict;
      return isPassed ? [{ event: `metric.${verdict}`, source: null, detail: metric }] : [];
    }),
  ];
}
