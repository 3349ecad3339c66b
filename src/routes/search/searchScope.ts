import type { ProjectRole } from "../../../contract/projects.ts";
import type { FoundResult } from "../../components/search/resultGroups.ts";

/** The project that is searched, with the reader's role in it; null: all projects of the reader. */
export type SearchScope = { readonly slug: string; readonly role: ProjectRole } | null;

/** The project that holds a result. */
export const slugOf = (scope: SearchScope, { project }: FoundResult): string => scope?.slug ?? project?.slug ?? "";
