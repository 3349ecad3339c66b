/** The sources of a project: by name, and those that a call asks. */
import type { Project, Sync } from "../../contract/projects.ts";
import type { OpenProject } from "./RequestScope.ts";
import { toolRefusal } from "./toolErrors.ts";
import { singleLine } from "./untrusted.ts";

export interface SourceRef {
  readonly id: string;
  readonly name: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly sync: Sync;
}

export const sourcesOf = ({ repositories, trackers, wikis }: Project): SourceRef[] => [
  ...repositories.map((source) => ({ ...source, kind: "repository" as const })),
  ...trackers.map((source) => ({ ...source, kind: "tracker" as const })),
  ...wikis.map((source) => ({ ...source, kind: "wiki" as const })),
];

/** The source of a name or an id. @throws ToolRefusal with those that there are */
export function sourceNamed(sources: readonly SourceRef[], requested: string): SourceRef {
  const source = sources.find(({ id, name }) => id === requested || name === requested);
  if (source) return source;
  if (sources.length === 0) throw toolRefusal("not_found", "The project has no source of this kind.");
  const names = sources.map(({ name, kind }) => `${singleLine(name)} (${kind})`).join(", ");
  throw toolRefusal("not_found", "The project has no source of this name. It has these:", [names]);
}

/** The repositories that a call asks: the one that it names, or all. @throws ToolRefusal as above */
export async function askedRepositories(project: OpenProject, requested: string | undefined): Promise<SourceRef[]> {
  const all = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind === "repository");
  return requested === undefined ? all : [sourceNamed(all, requested)];
}
