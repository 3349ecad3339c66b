export const EXPERT_VIEWS = ["people", "map", "table"] as const;
export type ExpertView = (typeof EXPERT_VIEWS)[number];

/** What the address says about the experts' tab. */
export interface ExpertsState {
  readonly view: ExpertView;
  readonly path: string;
  readonly q: string;
  /** Whose reasons are shown; null for the first. */
  readonly person: string | null;
  /** Part of the map that is shown. */
  readonly repository: string;
  readonly folder: string;
  /** Whose leaving is played through. */
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

/** As query of `hrefTo.project`; what says nothing is left out. */
export const expertsQuery = ({ view, ...rest }: Partial<ExpertsState>): Record<string, string | undefined> => ({
  tab: "experts",
  view: view === "people" ? undefined : view,
  ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value || undefined])),
});

/** The folder above; empty for the top one. */
export const folderAbove = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
