export interface PagePlan {
  /** Its path below the site, without `.html`. */
  readonly path: string;
  /** Default: the title of the document, or of its only section. */
  readonly title?: string;
  /** A Markdown document by its path in the repository, or the Markdown of a generated page. */
  readonly source: string | { readonly markdown: string };
  /**
   * Anchors of the sections that it shows, with those below them that no other page has. A page without them shows all of its document that
   * no other page has, so no section is lost.
   */
  readonly sections?: readonly string[];
}

export interface GroupPlan {
  readonly title: string;
  readonly pages: readonly PagePlan[];
}
