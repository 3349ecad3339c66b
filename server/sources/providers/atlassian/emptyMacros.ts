/** Macros of Confluence that list content from elsewhere in the wiki, and those that show nothing. */
export const EMPTY_MACROS: ReadonlySet<string> = new Set([
  "toc",
  "children",
  "pagetree",
  "recently-updated",
  "contentbylabel",
  "attachments",
  "livesearch",
  "anchor",
]);
