import { keyOf, project } from "./queryKey.ts";

/** The keys of the documents of a project; apart from the others, which each screen loads. */
export const documentKeys = {
  documents: (slug: string, source: string, path: string) => keyOf(project(slug), "listDocuments", { source, path }),
  documentSearch: (slug: string, q: string) => keyOf(project(slug), "findDocuments", { q }),
  documentStaleReferences: (slug: string, source: string, path: string) =>
    keyOf(project(slug), "documentStaleReferences", { source, path }),
  documentRelated: (slug: string, source: string, path: string) =>
    keyOf(project(slug), "relatedToDocument", { source, path }),
} as const;
