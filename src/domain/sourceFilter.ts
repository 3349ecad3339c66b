import type { SourceDetail } from "../../contract/sources/sources.ts";
import type { LinkedSource } from "./linkedSources.ts";

/** States by which a list of sources is narrowed. `leaving`: its linked group removes it after a grace period. */
export const SOURCE_STATES = ["ready", "running", "queued", "failed", "leaving"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

export interface SourceFilter {
  text: string;
  /** The id of a linked group, or `none`: linked by itself. */
  group: string;
  state: SourceState | "all";
}

export const NO_FILTER: SourceFilter = { text: "", group: "all", state: "all" };

type Details = Readonly<Record<string, SourceDetail>>;

const isIn = (source: LinkedSource, state: SourceState, details: Details): boolean =>
  state === "leaving" ? Boolean(details[source.id]?.group?.leaves_at) : source.sync.state === state;

/** The sources of a text and a linked group, and among them how many are in each state. */
export function filterSources(sources: readonly LinkedSource[], filter: SourceFilter, details: Details) {
  const text = filter.text.trim().toLowerCase();
  const named = sources.filter((source) => {
    const group = details[source.id]?.group?.group_id ?? "none";
    if (filter.group !== "all" && group !== filter.group) return false;
    return text === "" || source.name.toLowerCase().includes(text) || source.url.toLowerCase().includes(text);
  });
  const counts = Object.fromEntries(
    SOURCE_STATES.map((state) => [state, named.filter((source) => isIn(source, state, details)).length]),
  ) as Record<SourceState, number>;
  const { state } = filter;
  return { found: state === "all" ? named : named.filter((source) => isIn(source, state, details)), named, counts };
}
