/** Parameters that name what a macro shows, the best name first, in both formats of a page. */
export const MACRO_NAME_PARAMETERS = [
  "title",
  "diagramDisplayName",
  "diagramName",
  "filename",
  "name",
  "jqlQuery",
  "jql",
  "cql",
  "key",
  "page",
  "pageTitle",
  "label",
  "url",
  "src",
] as const;
