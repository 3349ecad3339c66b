/**
 * The specification's constants (sections 2, 4, 5 and 9) and the enumerations of the wire format. Free of zod, so that the web app may
 * import values from here without the schemas.
 */

import { ISSUE_FACETS } from "./query/issueFacets.ts";

const API_VERSION = "v1";
/** Every call lives under this path. */
export const API_PREFIX = `/api/${API_VERSION}/`;
export const SOCKET_PATH = "/ws/notifications/";
/** Close code of a socket whose token is not valid. */
export const SOCKET_CLOSE_UNAUTHORIZED = 4401;
/** Close code of a socket whose company has no valid subscription. */
export const SOCKET_CLOSE_SUBSCRIPTION = 4403;

export const STORAGE_KEYS = { authToken: "authToken", theme: "theme" } as const;

export const LANGUAGES = ["EN", "TR"] as const;
export const THEMES = ["light", "dark"] as const;

/** Milliseconds, except where the name says otherwise. */
export const TIMINGS = {
  snackbar: 2000,
  socketReconnect: 5000,
  trialBannerAppears: 500,
  trialBannerHidden: 12 * 60 * 60 * 1000,
} as const;

/** Days left of a trial: shown from 0 to `shownUpTo`; dismissible from `dismissibleFrom` on. */
export const TRIAL_BANNER = { shownUpTo: 7, dismissibleFrom: 4 } as const;

export const PLAN_NAMES = ["Standard", "Premium", "Enterprise"] as const;
export const SUBSCRIPTION_STATUSES = ["trial", "active", "expired", "canceled"] as const;

/** Limits of each plan (null: no limit) and its features. */
export const PLANS = {
  Standard: {
    maxProjects: 1,
    maxDataSources: 2,
    openSourceOnly: true,
    features: ["smart_search", "github_app", "issue_analyzer", "issue_localizer"],
  },
  Premium: {
    maxProjects: null,
    maxDataSources: null,
    openSourceOnly: false,
    features: [
      "smart_search",
      "document_explorer",
      "issue_analyzer",
      "issue_localizer",
      "expert_recommender",
      "ide_extensions",
      "mcp",
    ],
  },
  Enterprise: {
    maxProjects: null,
    maxDataSources: null,
    openSourceOnly: false,
    features: [
      "smart_search",
      "document_explorer",
      "issue_analyzer",
      "issue_localizer",
      "expert_recommender",
      "ide_extensions",
      "mcp",
      "insights",
      "custom_reports",
      "custom_integrations",
      "sso",
      "on_premise",
      "account_manager",
    ],
  },
} as const satisfies Record<(typeof PLAN_NAMES)[number], PlanLimits>;

interface PlanLimits {
  readonly maxProjects: number | null;
  readonly maxDataSources: number | null;
  /** Only public sources may be linked. */
  readonly openSourceOnly: boolean;
  readonly features: readonly string[];
}

export const COMPANY_ROLES = ["Admin", "Member"] as const;
/** From the highest to the lowest role. */
export const PROJECT_ROLES = ["Owner", "Maintainer", "Developer", "Viewer"] as const;

export const REPOSITORY_PROVIDERS = ["github", "gitlab", "bitbucket", "git"] as const;
export const TRACKER_PROVIDERS = ["github", "gitlab", "jira"] as const;
export const WIKI_PROVIDERS = ["confluence"] as const;
export const PROVIDERS = {
  repository: REPOSITORY_PROVIDERS,
  tracker: TRACKER_PROVIDERS,
  wiki: WIKI_PROVIDERS,
} as const;
/** The provider of a custom source, whose items an importer sends. It is in no list of providers, because it has no address to link. */
export const CUSTOM_PROVIDER = "custom";
/** A provider whose sources are linked by their addresses. */
export type LinkedProvider = (typeof PROVIDERS)[keyof typeof PROVIDERS][number];
export type Provider = LinkedProvider | typeof CUSTOM_PROVIDER;
export const INTEGRATIONS = ["github", "gitlab", "bitbucket", "jira", "google_calendar", "outlook_calendar"] as const;
/** Providers at which a company can register an app of its own. */
export const APP_PROVIDERS = ["github"] as const;
export const CALENDARS = ["google_calendar", "outlook_calendar"] as const;

export const SOURCE_KINDS = ["repository", "tracker", "wiki"] as const;
export const SYNC_STATES = ["queued", "running", "ready", "failed"] as const;
/**
 * Steps of a running sync, in the order of a repository (connect to symbols), of a tracker (connect, issues, comments, reconcile, index,
 * requests, reviews, events, links) and of a wiki (connect, pages, index, links). `reconcile`: finding items deleted at the host. `waiting`:
 * the host's rate limit applies; `error` then holds the message. A client shows an unknown step as plain "syncing".
 */
export const SYNC_STEPS = [
  "connect",
  "fetch",
  "files",
  "history",
  "symbols",
  "issues",
  "comments",
  "pages",
  "reconcile",
  "index",
  "requests",
  "reviews",
  "events",
  "links",
  "waiting",
] as const;
/** Facets of a project's search, in the order in which they are shown. */
export const SEARCH_FACETS = [
  "kind",
  "repository",
  "language",
  "folder",
  "state",
  ...ISSUE_FACETS,
  "label",
  "author",
] as const;
export type SearchFacetName = (typeof SEARCH_FACETS)[number];
/** Files of which one request counts the matching lines. */
export const MAX_COUNTED_FILES = 20;
/** Results in one export of a search. */
export const MAX_EXPORTED_RESULTS = 500;

/**
 * Searches that one user saves in one project or over all, and those that the user watches in one project and over all; matches of a watched
 * search that are compared, and those in each project of one over all; and characters of the chosen values of all facets of a saved search.
 */
export const SAVED_SEARCH_LIMITS = {
  saved: 100,
  watched: 20,
  watchedOverAll: 10,
  matches: 5000,
  matchesOverAll: 1000,
  facetChars: 4000,
} as const;
export const RESULT_KINDS = ["code", "symbol", "issue", "request", "document", "commit", "person"] as const;
export const REQUEST_STATES = ["open", "merged", "closed"] as const;
export const REQUEST_SORTS = ["-updated_at", "updated_at", "-created_at", "created_at"] as const;
export const ISSUE_STATES = ["open", "closed"] as const;
/** Types that an issue can be classified as; each covers many labels. */
export const ISSUE_TYPES = ["bug", "feature", "question", "documentation", "task"] as const;
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
/** Elements of a complete bug report. */
export const MISSING_CODES = ["steps", "expected", "actual", "version", "trace"] as const;
/** Age ranges of the list's filter, with the days each begins and ends at. */
export const ISSUE_AGES = {
  week: [0, 7],
  month: [7, 30],
  quarter: [30, 90],
  year: [90, 365],
  older: [365, null],
} as const;
export const ISSUE_SORTS = [
  "-updated_at",
  "updated_at",
  "-created_at",
  "created_at",
  "-comments",
  "title",
  "-similar",
] as const;

export const INSIGHT_PERIODS = {
  "30d": ["weekly"],
  "3m": ["weekly", "monthly"],
  "6m": ["monthly"],
  "1y": ["monthly", "quarterly"],
  "2y": ["quarterly", "yearly"],
  "5y": ["yearly"],
} as const;
export const GRANULARITIES = ["weekly", "monthly", "quarterly", "yearly"] as const;

export const PAGE_LIMIT = { default: 50, max: 200 } as const;

/** Lengths in UTF-16 units that both sides check before anything is sent or stored. */
export const TEXT_LIMITS = { name: 120, email: 254, url: 2000, password: 256, query: 1000, credential: 4000 } as const;
export const PASSWORD_MIN_LENGTH = 10;

/** 8-4-4-4-12 hexadecimal digits, third group starting with 4, fourth with 8, 9, a or b. */
export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The fallback message of both sides for a failure without a displayable message. */
export const GENERIC_FAILURE = "Something went wrong.";

/** An open issue without activity for more days than this is one without movement. */
export const QUIET_ISSUE_DAYS = 30;
/** Who committed in this many days is active now. */
export const ACTIVE_DAYS = 30;
/** Days of each of the two periods that the trend of a person's area compares. */
export const TREND_DAYS = 90;

/** A larger file of a repository is in no index. */
export const MAX_INDEXED_FILE_MB = 1;

/** What a new user does first, in this order. `invite`: another person belongs to the company, or is invited. */
export const FIRST_STEPS = ["repository", "tracker", "sync", "search", "invite"] as const;

/** Kinds of findings that a check of a request may ask for action about. */
export const CHECK_FINDINGS = ["missing", "pages"] as const;

/** Where the filter of an LDAP directory has the address of the person who signs in. */
export const LOGIN_PLACEHOLDER = "{login}";
