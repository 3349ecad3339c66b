import type { SavedSearch } from "../../contract/search/savedSearches.ts";
import type { SearchResult } from "../../contract/search/search.ts";
import type { AddressedSearch } from "../../contract/addresses/searchAddress.ts";
import { encodePath, fileInAddress } from "../../contract/addresses/fileAddress.ts";
import { personAddress } from "../../contract/addresses/personAddress.ts";
import type { SettingsTabName } from "./settings/settingsTabs.ts";
import { lineHash } from "../domain/address.ts";
import type { ProjectTab } from "../domain/projectTabs.ts";
import { isWikiPage } from "../../contract/documents/isWikiPage.ts";
import { addressHash } from "../../contract/code/shortHash.ts";
import { generatePath, type Params, type PathParam } from "react-router-dom";

/** The routes of the specification's section 2 and the parts of two of them: name and pattern. The names are the ids of the router's routes. */
export const ROUTES = {
  login: "/login",
  register: "/register",
  "forgot-password": "/forgot-password",
  "reset-password": "/reset-password",
  "subscription-required": "/subscription-required",
  "second-factor-required": "/second-factor-required",
  "mcp-consent": "/oauth/authorize",
  home: "/",
  "project-list": "/projects",
  "project-wizard": "/wizard",
  "project-detail": "/projects/:slug",
  "project-search": "/projects/:slug/search",
  "project-ask": "/projects/:slug/ask",
  "issue-list": "/projects/:slug/issues",
  "project-code": "/projects/:slug/code/*",
  "project-documents": "/projects/:slug/documents",
  "project-experts": "/projects/:slug/experts",
  "project-insights": "/projects/:slug/insights",
  "project-backtest": "/projects/:slug/backtest",
  "project-sources": "/projects/:slug/sources",
  "project-people": "/projects/:slug/people",
  "project-settings": "/projects/:slug/settings",
  "new-issue": "/projects/:slug/issues/new",
  "localize-text": "/projects/:slug/issues/localize",
  // The page of one issue, by its name in the specification.
  assistance: "/projects/:slug/issues/:id",
  "request-list": "/projects/:slug/requests",
  request: "/projects/:slug/requests/:id",
  commit: "/projects/:slug/commits/:hash",
  person: "/projects/:slug/people/:person",
  insights: "/insights",
  dashboards: "/dashboards",
  dashboard: "/dashboards/:id",
  reports: "/reports",
  notifications: "/notifications",
  // A link in a message of a chat: `?link=`.
  "chat-link": "/act",
  settings: "/settings",
  "settings-profile": "/settings/profile",
  "settings-password": "/settings/password",
  "settings-integrations": "/settings/integrations",
  "settings-notifications": "/settings/notifications",
  "settings-searches": "/settings/searches",
  "settings-company": "/settings/company",
  "settings-setup": "/settings/setup",
  "settings-health": "/settings/health",
  "settings-sso": "/settings/sso",
  "settings-directory": "/settings/directory",
  "settings-apps": "/settings/apps",
  "settings-model": "/settings/model",
  "settings-webhooks": "/settings/webhooks",
  "settings-export": "/settings/export",
  "settings-audit": "/settings/audit",
  "settings-tokens": "/settings/tokens",
  "settings-mcp": "/settings/mcp",
  help: "/help",
  support: "/support",
  404: "/404",
} as const;

/** A numeric key of an object is a string at run time. */
export type RouteName = `${keyof typeof ROUTES}`;

const NAMES_BY_PATTERN: ReadonlyMap<string, RouteName> = new Map(
  Object.entries(ROUTES).map(([name, pattern]) => [pattern, name as RouteName]),
);

/**
 * The name of the matched route.
 * @param pattern from react-router's middleware and loader arguments
 * @returns null for a path without a route in the table
 */
export const routeOf = (pattern: string): RouteName | null => NAMES_BY_PATTERN.get(pattern) ?? null;

export const isRouteName = (id: string): id is RouteName => Object.hasOwn(ROUTES, id);

/** Omitted where undefined, null or empty; an array becomes repeated keys. */
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

type PatternOf<Name extends RouteName> = (typeof ROUTES)[Name extends "404" ? 404 : Name & keyof typeof ROUTES];

/** The address of a route, by its name; parameters are percent-encoded. */
const linkTo = <Name extends RouteName>(
  name: Name,
  params: Record<PathParam<PatternOf<Name>>, string>,
  query?: Query,
): string => withQuery(generatePath<string>(ROUTES[name], params as Params), query);

/** A page of a wiki among the documents: `?source=&path=#L12-L20`. */
export interface DocumentPlace {
  readonly source?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly lastLine?: number | null | undefined;
}

/** Tabs whose route has another name than theirs. */
const PAGES = { overview: "project-detail", issues: "issue-list", requests: "request-list" } as const;

/** The route of a tab of a project; the overview is the first, which the address of the project opens. */
export const routeOfTab = (tab: ProjectTab) =>
  PAGES[tab as keyof typeof PAGES] ?? (`project-${tab as Exclude<ProjectTab, keyof typeof PAGES>}` as const);

/** A place of the code page: a folder or a file, at a revision. */
export interface CodePlace {
  /** Its address (see `CodeRepository`) or its id. */
  readonly repository: string;
  /** Empty or omitted: the root. */
  readonly path?: string | null | undefined;
  /** Omitted: the last synced commit. */
  readonly revision?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly lastLine?: number | null | undefined;
}

/** A place of code as answers name it: by the id of its source. */
export interface SourcePlace extends Omit<CodePlace, "repository"> {
  readonly source: string;
}

const linesOf = (from: number | null | undefined, to: number | null | undefined): string =>
  from ? lineHash({ from, to: to ?? from }) : "";

/** `/projects/tern/code/acme/tern/-/src/route.ts?rev=v1.0#L3`: a repository's name may have slashes, and `-` ends it. */
function codePath(slug: string, place?: CodePlace, query?: Query): string {
  const tab = `/projects/${encodeURIComponent(slug)}/code`;
  if (!place) return withQuery(tab, query);
  const { repository, path, revision, line, lastLine } = place;
  const file = fileInAddress(path ?? "");
  const ofPlace = { ...file.query, rev: revision, ...query };
  return withQuery(`${tab}/${encodePath(repository)}${file.segments}`, ofPlace) + linesOf(line, lastLine);
}

const projectTab = (slug: string, tab: ProjectTab, query?: Query): string =>
  tab === "code" ? codePath(slug, undefined, query) : linkTo(routeOfTab(tab), { slug }, query);

type LinkedResult = Pick<
  SearchResult,
  "kind" | "id" | "title" | "source" | "path" | "url" | "line" | "hash" | "address"
>;

/** Addresses of routes with their parameters: `hrefTo.projectTab("atlas", "people", { who: "ada" })`. */
export const hrefTo = {
  /** Home is where a sign-in leads anyway, so it is not written. */
  login: (next?: string) => linkTo("login", {}, { next: next === "/" ? undefined : next }),
  register: (token: string) => linkTo("register", {}, { token }),
  forgotPassword: () => linkTo("forgot-password", {}),
  resetPassword: (token: string) => linkTo("reset-password", {}, { token }),
  secondFactorRequired: () => linkTo("second-factor-required", {}),
  subscriptionRequired: () => linkTo("subscription-required", {}),
  home: (query?: Query) => linkTo("home", {}, query),
  projects: (query?: Query) => linkTo("project-list", {}, query),
  wizard: (query?: Query) => linkTo("project-wizard", {}, query),
  project: (slug: string, query?: Query) => linkTo("project-detail", { slug }, query),
  projectTab,
  /** The search of a project. */
  search: (slug: string, { q, facets = {} }: Partial<AddressedSearch>) =>
    linkTo("project-search", { slug }, { q, ...facets }),
  /** A saved search, of a project or over all of them. */
  savedSearch: ({ project, q, facets }: Pick<SavedSearch, "project" | "q" | "facets">) =>
    project ? hrefTo.search(project.slug, { q, facets }) : hrefTo.home({ q, ...facets }),
  /** The page of a person; `id` may be that of one of their accounts. */
  person: (slug: string, { id, name }: { readonly id: string; readonly name: string }) =>
    hrefTo.personAt(slug, personAddress({ id, name })),
  /** The same by the name in an address. */
  personAt: (slug: string, person: string) => linkTo("person", { slug, person }),
  /** The documents at a page of a wiki; without a path at the sources. Lines are 1-based. */
  document: (slug: string, { source, path, line, lastLine }: DocumentPlace = {}) =>
    projectTab(slug, "documents", { source, path }) + linesOf(line, lastLine),
  /** The code page at a folder or a file; without a place at the repositories. */
  code: codePath,
  /** The same of a place whose repository is named `source`, as answers name it. */
  codeAt: (slug: string, { source, ...place }: SourcePlace) => codePath(slug, { repository: source, ...place }),
  /** An issue with its evidence, a person, a commit, or a file at its line. */
  searchResult: (slug: string, result: LinkedResult): string | undefined => {
    const { kind, id, title, source, path, line, hash, address } = result;
    if (kind === "issue") return hrefTo.issue(slug, address ?? id);
    if (kind === "request") return hrefTo.request(slug, address ?? id);
    if (kind === "commit") return hash === null ? undefined : hrefTo.commit(slug, hash);
    if (kind === "person") return hrefTo.person(slug, { id, name: title });
    if (source === null || path === null) return undefined;
    return isWikiPage(result)
      ? hrefTo.document(slug, { source, path, line })
      : hrefTo.codeAt(slug, { source, path, line, revision: hash });
  },
  newIssue: (slug: string) => linkTo("new-issue", { slug }),
  /** The form for a text that is in no tracker. */
  localizeText: (slug: string, query?: Query) => linkTo("localize-text", { slug }, query),
  issues: (slug: string, query?: Query) => linkTo("issue-list", { slug }, query),
  /** An issue, by its `address` (a number or a key) or its id. */
  issue: (slug: string, address: string, query?: Query) => linkTo("assistance", { slug, id: address }, query),
  requests: (slug: string, query?: Query) => linkTo("request-list", { slug }, query),
  /** A pull or merge request, by its `address` (its number) or its id. */
  request: (slug: string, address: string, query?: Query) => linkTo("request", { slug, id: address }, query),
  /** A commit by its hash, whole or abbreviated. */
  commit: (slug: string, hash: string, query?: Query) => linkTo("commit", { slug, hash: addressHash(hash) }, query),
  insights: (query?: Query) => linkTo("insights", {}, query),
  dashboards: (query?: Query) => linkTo("dashboards", {}, query),
  dashboard: (id: string, query?: Query) => linkTo("dashboard", { id }, query),
  reports: (query?: Query) => linkTo("reports", {}, query),
  /** The settings, or one of their tabs; the profile is the first. */
  settings: (tab: SettingsTabName = "profile", query?: Query) =>
    linkTo(tab === "profile" ? "settings" : `settings-${tab}`, {}, query),
  notifications: (query?: Query) => linkTo("notifications", {}, query),
  help: () => linkTo("help", {}),
  support: (query?: Query) => linkTo("support", {}, query),
  notFound: () => linkTo("404", {}),
} as const;
