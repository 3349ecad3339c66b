/** Patterns of the routes. */
export const paths = {
  login: "/login",
  register: "/register",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  subscriptionRequired: "/subscription-required",
  home: "/",
  projects: "/projects",
  wizard: "/wizard",
  project: "/projects/:slug",
  issues: "/projects/:slug/issues",
  assistance: "/projects/:slug/issues/:id",
  insights: "/insights",
  settings: "/settings",
  help: "/help",
  support: "/support",
  notFound: "/404",
} as const;

/** Left out where undefined, null or empty; an array becomes repeated keys. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

const withQuery = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? (value as readonly string[]) : [value as string]) {
      if (item !== undefined && item !== null && item !== "") search.append(key, String(item));
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

const segment = encodeURIComponent;

/** What the document explorer shows: `?tab=documents&source=&path=&revision=#L12-L20`. */
export interface DocumentPlace {
  readonly source?: string | null | undefined;
  readonly path?: string | null | undefined;
  /** Hash of a commit; left out: as it was synced last. */
  readonly revision?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly lastLine?: number | null | undefined;
}

/** Addresses, with what they need: `hrefTo.project("atlas", { tab: "search" })`. */
export const hrefTo = {
  login: (next?: string) => withQuery(paths.login, { next }),
  register: (token: string) => withQuery(paths.register, { token }),
  forgotPassword: () => paths.forgotPassword,
  resetPassword: (token: string) => withQuery(paths.resetPassword, { token }),
  subscriptionRequired: () => paths.subscriptionRequired,
  home: () => paths.home,
  projects: (query?: Query) => withQuery(paths.projects, query),
  wizard: (query?: Query) => withQuery(paths.wizard, query),
  project: (slug: string, query?: Query) => withQuery(`/projects/${segment(slug)}`, query),
  /**
   * What a person of the project's history holds, and what would be lost with them. Whom no history knows stands on the list of people,
   * by what tells them from their namesakes.
   */
  person: (slug: string, { id, title }: { readonly id: string; readonly title: string }) =>
    withQuery(
      `/projects/${segment(slug)}`,
      id.includes(":")
        ? { tab: "people", who: /\((.+)\)$/.exec(title)?.[1] ?? title }
        : { tab: "experts", view: "map", leave: id },
    ),
  /** The document explorer at a file, page or folder; without a path at the sources. Lines are 1-based. */
  document: (slug: string, { source, path, revision, line, lastLine }: DocumentPlace = {}) =>
    withQuery(`/projects/${segment(slug)}`, { tab: "documents", source, path, revision }) +
    (line ? `#L${line}${lastLine && lastLine > line ? `-L${lastLine}` : ""}` : ""),
  issues: (slug: string, query?: Query) => withQuery(`/projects/${segment(slug)}/issues`, query),
  assistance: (slug: string, id: string, query?: Query) =>
    withQuery(`/projects/${segment(slug)}/issues/${segment(id)}`, query),
  insights: (query?: Query) => withQuery(paths.insights, query),
  settings: (query?: Query) => withQuery(paths.settings, query),
  help: () => paths.help,
  support: (query?: Query) => withQuery(paths.support, query),
  notFound: () => paths.notFound,
} as const;

/** Where a part of a project stands: the issues have a page of their own, the search needs no name. */
export const projectTabHref = (slug: string, tab: string): string =>
  tab === "issues" ? hrefTo.issues(slug) : hrefTo.project(slug, tab === "search" ? {} : { tab });
