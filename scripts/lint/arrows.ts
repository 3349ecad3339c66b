/** One module of the project and what it may import. */
export interface ModuleRule {
  /** A folder or file, from the root. The longest match wins, so `src/i18n/useTranslation.ts` may be a module inside `src/i18n`. */
  readonly path: string;
  /** Modules whose values may be imported. A module may always import itself. */
  readonly mayImport: readonly string[];
  /** Modules of which only types may be imported. */
  readonly mayImportTypes?: readonly string[];
  /** npm packages (and `node:`) that only other modules may import. `scope/*` matches by prefix; `*` is every package not in `allowedPackages`. */
  readonly forbidden?: readonly string[];
  /** Single names of packages that only other modules may import, by package. */
  readonly forbiddenNames?: Readonly<Record<string, readonly string[]>>;
  /** With `forbidden: ["*"]`: the packages that are allowed. */
  readonly allowedPackages?: readonly string[];
  /** Each folder in it is a module of its own, which imports no other of them. */
  readonly hasSeparateFolders?: true;
}

/** Network packages, which in the app only `src/services` may import. */
const TRANSPORT = ["superagent", "undici", "ws", "node:*"];
const STATE = ["mobx", "mobx-react-lite", "mobx-state-tree"];
/** Only `server/db` builds queries; `server/jobs` has the queue, and the blob store in PostgreSQL its own connections. */
const DATABASE = ["kysely", "kysely/*", "pg", "pg-boss", "@electric-sql/*"];
/** Only `server/git` starts git: it has the guards against what a foreign repository could make git do. Three files start other programs. */
const PROCESSES = ["node:child_process", "child_process"];
const OUTSIDE = ["undici", "@octokit/*", "node:http", "node:https", "node:net", ...PROCESSES];
const THREADS = ["node:worker_threads", "worker_threads"];
const WEB = [
  "react",
  "react-dom",
  "react-dom/*",
  "react-router-dom",
  "@blueprintjs/*",
  ...STATE,
  "superagent",
  "i18next",
];
const SERVER_ONLY = ["fastify", "@fastify/*", ...DATABASE, ...OUTSIDE];

/** Only src/components/ui imports its components, and src/theme its stylesheet (ADR 0089). */
const BLUEPRINT = "@blueprintjs/*";

/** Shared by all folders of components. */
const COMPONENT_FLOOR = ["src/hooks", "src/domain", "src/theme", "src/i18n/useTranslation.ts", "contract"];
const NOT_FOR_COMPONENTS = [
  ...STATE,
  "react-router-dom",
  "i18next",
  "react-i18next",
  ...TRANSPORT,
  ...SERVER_ONLY,
  "zod",
];

/** Shared by every module of the server: errors, settings, events and jobs. */
const SERVER_FLOOR = [
  "contract",
  "server/concurrency.ts",
  "server/withTemporaryFolder.ts",
  "server/JsonScanner.ts",
  "server/Seal.ts",
  "server/memoize.ts",
  "server/cursor.ts",
  "server/isBotAccount.ts",
  "server/sizes.ts",
  "server/jobs/localSchedule.ts",
  "server/events/outboxDelays.ts",
  "server/process/machine.ts",
  "server/errors.ts",
  "server/messages",
  "server/settings.ts",
  "server/productFiles.ts",
  "server/events",
  "server/jobs",
  "server/threads",
];

/**
 * The allowed imports, as docs/ARCHITECTURE.md draws them. The lint rule `house/arrows` reads this table and refuses an import that is
 * not in it. To allow a new one, change the table and the drawing in the same commit.
 */
export const MODULE_RULES: readonly ModuleRule[] = [
  {
    path: "contract",
    mayImport: ["contract/query", "contract/matching", "contract/addresses", "contract/texts", "contract/importing"],
    forbidden: ["*"],
    allowedPackages: ["zod"],
  },
  // Logic that both sides run: no schema, so that the app may import its values.
  { path: "contract/query", mayImport: ["contract/matching", "contract/durations.ts"], forbidden: ["*"] },
  { path: "contract/matching", mayImport: [], forbidden: ["*"] },
  { path: "contract/addresses", mayImport: ["contract/constants.ts"], forbidden: ["*"] },
  { path: "contract/texts", mayImport: [], forbidden: ["*"] },
  // Reads files that are imported, for the app and for the command line: no React, no state, no requests, no files by their paths.
  {
    path: "contract/importing",
    mayImport: ["contract/sources/importRules.ts"],
    mayImportTypes: ["contract/sources/imports.ts"],
    forbidden: ["*"],
    allowedPackages: ["papaparse"],
  },

  // The app: main → createApp → routes → stores → services → domain → contract, routes → components/<noun> → components/{patterns,charts} → components/ui → domain.
  {
    path: "src/main.tsx",
    mayImport: [
      "src/createApp.tsx",
      "src/routes",
      "src/stores",
      "src/services",
      "src/components",
      "src/theme",
      "src/i18n",
    ],
    forbidden: [BLUEPRINT, ...SERVER_ONLY],
  },
  {
    path: "src/createApp.tsx",
    mayImport: [
      "src/routes",
      "src/queries",
      "src/stores",
      "src/services",
      "src/components",
      "src/domain",
      "src/theme",
      "src/i18n",
      "contract",
    ],
    forbidden: [BLUEPRINT, ...SERVER_ONLY],
  },
  {
    path: "src/routes",
    mayImport: [
      "src/queries",
      "src/stores",
      "src/components",
      "src/hooks",
      "src/importing",
      "src/domain",
      "src/theme",
      "src/i18n",
      "contract",
    ],
    mayImportTypes: ["src/services"],
    forbidden: [BLUEPRINT, ...TRANSPORT, ...SERVER_ONLY, "zod", "@tanstack/react-query"],
  },
  {
    path: "src/queries",
    mayImport: ["src/stores", "src/hooks", "contract"],
    mayImportTypes: ["src/services", "src/domain"],
    forbidden: [BLUEPRINT, "react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"],
  },
  {
    path: "src/stores",
    mayImport: ["src/services", "src/domain", "src/theme", "contract"],
    forbidden: [BLUEPRINT, "react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"],
  },
  {
    path: "src/services",
    mayImport: ["src/domain", "contract"],
    forbidden: [BLUEPRINT, "react", "react-dom", "react-router-dom", ...STATE, "ws", ...SERVER_ONLY, "node:*", "zod"],
  },
  // A folder for each noun, which knows no other noun; all of them may use ui, patterns and charts.
  {
    path: "src/components",
    mayImport: ["src/components/ui", "src/components/patterns", "src/components/charts", ...COMPONENT_FLOOR],
    forbidden: [BLUEPRINT, ...NOT_FOR_COMPONENTS],
    hasSeparateFolders: true,
  },
  {
    path: "src/components/ui",
    mayImport: COMPONENT_FLOOR,
    forbidden: [...NOT_FOR_COMPONENTS, "@blueprintjs/icons"],
    // Blueprint's button has no name of its own and loses the focus while it loads.
    forbiddenNames: { "@blueprintjs/core": ["Button"] },
  },
  { path: "src/components/ui/Button.tsx", mayImport: ["src/components/ui"], forbidden: NOT_FOR_COMPONENTS },
  { path: "src/components/ui/icons.ts", mayImport: [], forbidden: NOT_FOR_COMPONENTS },
  {
    path: "src/components/patterns",
    mayImport: ["src/components/ui", ...COMPONENT_FLOOR],
    forbidden: [BLUEPRINT, ...NOT_FOR_COMPONENTS],
  },
  {
    path: "src/components/charts",
    mayImport: ["src/components/ui", ...COMPONENT_FLOOR],
    forbidden: [BLUEPRINT, ...NOT_FOR_COMPONENTS],
  },
  // Hooks of React that know nothing of the product.
  { path: "src/hooks", mayImport: [], forbidden: ["*"], allowedPackages: ["react"] },
  // Sends files that are imported: no React, no state, and requests by what it is given.
  { path: "src/importing", mayImport: ["src/domain", "contract"], forbidden: ["*"] },
  // Pure functions and types of the app: no React, no state, no requests.
  { path: "src/domain", mayImport: ["contract"], forbidden: ["*"] },
  {
    path: "src/theme",
    mayImport: ["contract"],
    forbidden: [...STATE, "react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"],
  },
  {
    path: "src/i18n",
    mayImport: ["src/domain", "contract"],
    forbidden: [BLUEPRINT, ...STATE, "react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"],
  },
  { path: "src/i18n/useTranslation.ts", mayImport: ["src/i18n"] },

  // The server: main → features | mcp | cli | sync → http → access; features → engines | sources | access → mail | index | db → contract.
  { path: "server", mayImport: ["contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },
  { path: "server/demo", mayImport: ["server", "contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },
  // `clew ui`: a server on one repository, for the user who starts it.
  { path: "server/personal", mayImport: ["server", "contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },
  // Builds the app in a clone of the code.
  {
    path: "server/personal/buildApp.ts",
    mayImport: ["server/errors.ts", "server/productFiles.ts"],
    forbidden: [...WEB, "fastify", ...DATABASE],
  },
  // Simulated hosts, which tests share: they know no feature, no database and none of the demo's data.
  {
    path: "server/demo/hosts",
    mayImport: ["server/sources", "contract"],
    forbidden: [...WEB, ...DATABASE, ...PROCESSES],
  },
  // What is not a noun of the product: router, errors, limits, the description of the API. It knows no feature.
  {
    path: "server/http",
    mayImport: ["server/access", "server/observability", "server/serverFailure.ts", "server/db", ...SERVER_FLOOR],
    forbidden: [...WEB, ...DATABASE, ...OUTSIDE],
  },
  // The engine threads and the queue in front of them: which tasks there are is known to server/wire alone.
  {
    path: "server/compute",
    mayImport: ["server/git", "server/index", "server/db", ...SERVER_FLOOR],
    mayImportTypes: ["server/sources"],
    forbidden: [...WEB, ...DATABASE, ...OUTSIDE],
  },
  // Between processes: its addresses come from the database, so its requests are not those of the egress.
  {
    path: "server/cluster",
    mayImport: [
      "server/compute",
      "server/git",
      "server/access",
      "server/index",
      "server/observability",
      "server/db",
      ...SERVER_FLOOR,
    ],
    forbidden: [...WEB, ...DATABASE, ...PROCESSES],
  },
  // What several features ask of one project: below them, so that no noun imports another for it.
  {
    path: "server/project",
    mayImport: [
      "server/git",
      "server/engines",
      "server/sources",
      "server/access",
      "server/index",
      "server/observability",
      "server/db",
      ...SERVER_FLOOR,
    ],
    mayImportTypes: ["server/sync"],
    forbidden: [...WEB, ...DATABASE, ...OUTSIDE],
  },
  {
    path: "server/features",
    mayImport: [
      "server/http",
      "server/project",
      "server/git",
      "server/engines",
      "server/sources",
      "server/access",
      "server/mail",
      "server/printing",
      "server/index",
      "server/observability",
      "server/db",
      ...SERVER_FLOOR,
    ],
    mayImportTypes: ["server/sync"],
    forbidden: [...WEB, ...DATABASE, ...OUTSIDE],
  },
  {
    path: "server/mcp",
    mayImport: [
      "server/engines",
      "server/access",
      "server/index",
      "server/serverFailure.ts",
      "server/db",
      ...SERVER_FLOOR,
    ],
    forbidden: [...WEB, ...DATABASE, ...OUTSIDE],
  },
  // One file that importers copy: it may import nothing.
  { path: "sdk", mayImport: [], forbidden: ["*"], allowedPackages: [] },
  {
    path: "server/cli",
    mayImport: [
      "sdk",
      "server/git",
      "server/engines",
      "server/access",
      "server/sources",
      "server/mail",
      "server/index",
      "server/observability",
      "server/db",
      ...SERVER_FLOOR,
    ],
    forbidden: [...WEB, "fastify", ...DATABASE, ...PROCESSES],
  },
  // `clew ui` starts a server.
  {
    path: "server/cli/uiCommand.ts",
    mayImport: ["server/personal", "server/errors.ts", "server/cli"],
    forbidden: [...WEB, "fastify", ...DATABASE, ...PROCESSES],
  },
  {
    path: "server/cli/serveCommand.ts",
    mayImport: ["server/process/run.ts", "server/process/compiledCode.ts", "server/personal/buildApp.ts", "server/cli"],
    forbidden: [...WEB, "fastify", ...DATABASE, ...PROCESSES],
  },
  // Packs and unpacks a backup with the system's tar.
  {
    path: "server/cli/backup/tar.ts",
    mayImport: ["server/errors.ts", "server/withTemporaryFolder.ts"],
    forbidden: [...WEB, "fastify", ...DATABASE],
  },
  {
    path: "server/sync",
    mayImport: [
      "server/git",
      "server/engines",
      "server/sources",
      "server/access",
      "server/index",
      "server/jobs",
      "server/db",
      ...SERVER_FLOOR,
    ],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, ...PROCESSES],
  },
  {
    path: "server/engines",
    // The caller chooses the thread that an engine runs in.
    mayImport: ["server/git", "server/index", ...SERVER_FLOOR.filter((path) => path !== "server/threads")],
    // Rows come in as arguments: an engine reads no database.
    mayImportTypes: ["server/db"],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, ...OUTSIDE, ...THREADS],
  },
  {
    path: "server/sources",
    mayImport: ["server/git", "server/db", ...SERVER_FLOOR],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, ...PROCESSES],
  },
  {
    path: "server/access",
    mayImport: ["server/mail", "server/db", ...SERVER_FLOOR],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, ...OUTSIDE],
  },
  // Starts a browser for a page of this server, which has no script.
  {
    path: "server/printing",
    mayImport: [...SERVER_FLOOR],
    forbidden: [
      ...WEB,
      "fastify",
      "@fastify/*",
      ...DATABASE,
      "undici",
      "@octokit/*",
      "node:http",
      "node:https",
      "node:net",
    ],
  },
  {
    path: "server/mail",
    mayImport: ["server/db", ...SERVER_FLOOR],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, ...PROCESSES],
  },
  {
    path: "server/index",
    mayImport: ["server/git", ...SERVER_FLOOR],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, "undici", "@octokit/*", ...PROCESSES],
  },
  // The only place that starts git.
  {
    path: "server/git",
    mayImport: [
      "server/concurrency.ts",
      "server/errors.ts",
      "server/process/machine.ts",
      "server/messages",
      "server/threads",
    ],
    forbidden: [
      ...WEB,
      "fastify",
      "@fastify/*",
      ...DATABASE,
      "undici",
      "@octokit/*",
      "node:http",
      "node:https",
      "node:net",
    ],
  },
  // The remote blob stores: the one in PostgreSQL has its own connections, on which it runs the statements of one file.
  {
    path: "server/index/blobs",
    mayImport: [
      "server/index",
      "server/git/absentFiles.ts",
      "server/db/tables/searches/blobStorage.ts",
      ...SERVER_FLOOR,
    ],
    forbidden: [...WEB, "fastify", "@fastify/*", "kysely", ...PROCESSES],
  },
  { path: "server/db", mayImport: SERVER_FLOOR, forbidden: [...WEB, "fastify", "@fastify/*", ...OUTSIDE] },
  {
    path: "server/jobs",
    mayImport: ["server/db", ...SERVER_FLOOR],
    forbidden: [...WEB, "fastify", "@fastify/*", "kysely", ...OUTSIDE],
  },
  // Starts threads and lowers their priority; which work they do is known to their files alone.
  { path: "server/threads", mayImport: [], forbidden: ["fastify", "@fastify/*", ...WEB, ...DATABASE, ...OUTSIDE] },
  {
    path: "server/observability",
    mayImport: ["server/index", "server/db", ...SERVER_FLOOR],
    forbidden: [...WEB, "fastify", "@fastify/*", ...DATABASE, ...OUTSIDE],
  },
  {
    path: "server/events",
    mayImport: [
      "server/db",
      "contract",
      "server/concurrency.ts",
      "server/errors.ts",
      "server/messages",
      "server/settings.ts",
    ],
    forbidden: [...WEB, ...DATABASE, ...PROCESSES],
  },
  // Texts for people, and nothing else.
  {
    path: "server/messages",
    mayImport: ["contract"],
    forbidden: ["*"],
    allowedPackages: ["intl-messageformat"],
  },
  { path: "server/errors.ts", mayImport: ["server/messages"] },
  { path: "server/productFiles.ts", mayImport: [], forbidden: ["fastify", ...WEB, ...DATABASE, ...OUTSIDE] },
  { path: "server/serverFailure.ts", mayImport: ["server/db", "server/errors.ts", "server/messages"] },
  { path: "server/cursor.ts", mayImport: ["server/errors.ts", "server/messages"] },
  { path: "server/main.ts", mayImport: ["server", "contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },
  { path: "server/process/run.ts", mayImport: ["server", "contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },
  // Starts the browser of this machine at the address of the server itself.
  { path: "server/process/openBrowser.ts", mayImport: [], forbidden: [...WEB, "fastify", ...DATABASE] },
  { path: "server/startServer.ts", mayImport: ["server", "contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },
  { path: "server/wire", mayImport: ["server", "contract"], forbidden: [...WEB, ...DATABASE, ...PROCESSES] },

  // Stories and tools.
  {
    path: "stories",
    mayImport: ["src", "contract", "tests/fixtures.ts", "tests/fixtures", ".storybook"],
    forbidden: SERVER_ONLY,
  },
  {
    path: ".storybook",
    mayImport: [
      "src",
      "stories",
      "contract",
      "tests/fixtures.ts",
      "tests/fixtures",
      "vite.config.ts",
      "scripts/pseudoLocale.ts",
    ],
  },
  {
    path: "bench",
    mayImport: ["server", "contract", "scripts/findBrowser.ts", "scripts/startServerProcess.ts", "tests/providers"],
    forbidden: WEB,
  },
  { path: "scripts", mayImport: ["src/i18n", "contract"] },
  { path: "scripts/site", mayImport: ["server/cli", "server/http/openapi", "src/i18n/locales/en/insights.json"] },
  { path: "scripts/release", mayImport: ["server/demo/hosts", "scripts/startServerProcess.ts"] },
  { path: "scripts/weightsTable.ts", mayImport: ["server/engines", "contract/matching"] },
  { path: "scripts/package", mayImport: ["server/index/text/languages.ts"] },
];
