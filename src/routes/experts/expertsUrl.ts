export const EXPERT_VIEWS = ["people", "map", "table"] as const;
export type ExpertView = (typeof EXPERT_VIEWS)[number];

/** State of the experts' tab in the address. */
export interface ExpertsState {
  readonly view: ExpertView;
  readonly path: string;
  readonly q: string;
  /** The person whose reasons are expanded; null for the first. */
  readonly person: string | null;
  /** The shown part of the map. */
  readonly repository: string;
  readonly folder: string;
  /** The person whose departure is simulated. */
  readonly leave: string;
}

export function readExperts(params: URLSearchParams): ExpertsState {
  const text = (name: string): string => params.get(name) ?? "";
  return {
    view: EXPERT_VIEWS.find((view) => view === params.get("view")) ?? "people",
    path: text("path"),
    q: text("q"),
    person: params.get("person"),
    repository: text("repository"),
    folder: text("folder"),
    leave: text("leave"),
  };
}

/** As query of `hrefTo.projectTab`; defaults are omitted. */
export const expertsQuery = ({ view, ...rest }: Partial<ExpertsState>): Record<string, string | undefined> => ({
  view: view === "people" ? undefined : view,
  ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value || undefined])),
});

/** The parent folder; empty for the top one. */
export const folderAbove = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
