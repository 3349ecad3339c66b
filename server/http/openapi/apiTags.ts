/** What the calls are about, in the order in which people look for them. */
export interface ApiTag {
  readonly name: string;
  readonly description: string;
  /** Matches the paths of its calls; a path belongs to the first tag that matches. */
  readonly paths: RegExp;
}

export const API_TAGS: readonly ApiTag[] = [
  {
    name: "Tokens and sessions",
    description: "Tokens of agents and tools, and where an account is signed in.",
    paths: /^users\/(?:mcp-tokens|me\/(?:sessions|socket-ticket|confirm|api-tokens))|^companies\/:id\/(?:api-)?tokens/,
  },
  {
    name: "Insights",
    description: "Metrics of how work flows, the rows behind them, annotations and targets.",
    paths: /^(?:insights|dashboards|reports|own-metrics|exports)\/|^projects\/:id\/(?:annotations|insight-targets)\//,
  },
  {
    name: "Experts and people",
    description: "Who knows a file, an issue or an area, and what the sources say of a person.",
    paths: /expert|^persons\/|^projects\/:id\/people\//,
  },
  {
    name: "Search",
    description: "Full text and names, in one project or all, and saved searches.",
    paths: /search|^go-to\/|^match-counts\/|^commit-changes\/|^filter-values\/|^named-things\//,
  },
  {
    name: "Issues",
    description: "Issues of the trackers, what the engines find about them, and changes at the tracker.",
    paths: /^projects\/:id\/(?:issues|issue-writes|new-issue|localize|backtest)\/|^(?:issue-writes|new-issue)\//,
  },
  {
    name: "Requests",
    description: "Pull and merge requests with their discussions and differences.",
    paths: /requests?\/|^request-(?:diff|findings)\/|^discussions\//,
  },
  {
    name: "Documents",
    description: "Pages of wikis and documents of repositories.",
    paths: /^projects\/:id\/documents\//,
  },
  {
    name: "Code",
    description: "Files, history, commits, definitions and references.",
    paths:
      /^projects\/:id\/(?:code|commits)\/|^(?:code|commits|connected|connected-lines|definitions|references|implementations|call-hierarchy|code-matches|scip)\/|\/scip\/$/,
  },
  {
    name: "Notifications",
    description: "Notices of an account, and events for other systems.",
    paths:
      /^notice|^webhook|^slack|^teams-link|^chat-links|outgoing-webhooks\/|^companies\/:id\/slack\/|^companies\/:id\/teams-app\//,
  },
  {
    name: "Ask",
    description: "Passages that answer a question about a project, and the language model of a company.",
    paths: /^(?:ask|model-orders)\/|^companies\/:id\/model\//,
  },
  {
    name: "Rules",
    description: "What Clew does by itself when something happens in a project.",
    paths: /^rules\//,
  },
  {
    name: "Sources",
    description: "Repositories, trackers, wikis and groups of a project, and their syncs.",
    paths:
      /^(?:sources|app-installations|source-ledgers|restricted|closed-projects|groups|repositories|trackers|wikis|import-tokens)\/|^projects\/:id\/(?:repositories|trackers|wikis|groups|sync|sources)\//,
  },
  {
    name: "Projects",
    description: "Projects, their members and their overview.",
    paths: /^projects\/|^project-contents\/|^overview\/|^users\/dashboard\//,
  },
  {
    name: "Companies",
    description: "Members, plan, quotas, audit log and single sign-on of a company.",
    paths: /^companies\//,
  },
  {
    name: "Accounts",
    description: "Registration, sign-in, profile and password.",
    paths: /^users\/|^invitations\//,
  },
  { name: "Installation", description: "What an installation offers before sign-in.", paths: /^installation\// },
];
