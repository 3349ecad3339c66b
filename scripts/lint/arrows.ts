/** One module of the project and what it may import. */
export interface Room {
  /** A folder or file, from the root. The longest match wins, so `src/i18n/useTranslation.ts` may be a module inside `src/i18n`. */
  readonly room: string;
  /** Modules whose values may be imported. A module may always import itself. */
  readonly may: readonly string[];
  /** Modules of which only types may be imported. */
  readonly mayTypes?: readonly string[];
  /** npm packages (and `node:`) that only other modules may import. `scope/*` matches by prefix; `*` is every package not in `packages`. */
  readonly not?: readonly string[];
  /** Packages of which only types may be imported. */
  readonly typesOnly?: readonly string[];
  /** With `not: ["*"]`: the packages that are allowed. */
  readonly packages?: readonly string[];
}

/** Network packages, which in the app only `src/services` may import. */
const TRANSPORT = ["superagent", "undici", "ws", "node:*"];
const STATE = ["mobx", "mobx-react-lite", "mobx-state-tree"];
const DATABASE = ["kysely", "kysely/*", "pg", "pg-boss", "@electric-sql/*"];
/** Only `server/git` starts processes: it has the guards against what a foreign repository could make git do. */
const PROCESSES = ["node:child_process", "child_process"];
const OUTSIDE = ["undici", "@octokit/*", "node:http", "node:https", "node:net", ...PROCESSES];
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

/** Shared by all folders of components. */
const COMPONENT_FLOOR = ["src/domain", "src/theme", "src/i18n/useTranslation.ts", "contract"];
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
  "server/errors.ts",
  "server/settings.ts",
  "server/events",
  "server/jobs",
];

/**
 * The allowed imports, as docs/ARCHITECTURE.md draws them. The lint rule `house/arrows` reads this table and refuses an import that is
 * not in it. To allow a new one, change the table and the drawing in the same commit.
 */
export const ROOMS: readonly Room[] = [
  { room: "contract", may: [], not: ["*"], packages: ["zod"] },

  // The app: main → routes → stores → services → domain → contract, routes → components/<noun> → components/{patterns,charts} → components/ui → domain.
  {
    room: "src/main.tsx",
    may: [
      "src/routes",
      "src/stores",
      "src/services",
      "src/components",
      "src/domain",
      "src/theme",
      "src/i18n",
      "contract",
    ],
    not: SERVER_ONLY,
  },
  {
    room: "src/routes",
    may: ["src/stores", "src/components", "src/domain", "src/theme", "src/i18n", "contract"],
    mayTypes: ["src/services"],
    not: [...TRANSPORT, ...SERVER_ONLY, "zod"],
  },
  {
    room: "src/stores",
    may: ["src/services", "src/domain", "src/theme", "contract"],
    not: ["react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"],
  },
  {
    room: "src/services",
    may: ["src/domain", "contract"],
    not: ["react", "react-dom", "react-router-dom", ...STATE, "ws", ...SERVER_ONLY, "node:*", "zod"],
  },
  // A folder for each noun; all of them may use ui, patterns and charts, which do not know the nouns.
  { room: "src/components", may: COMPONENT_FLOOR, not: NOT_FOR_COMPONENTS },
  { room: "src/components/ui", may: COMPONENT_FLOOR, not: NOT_FOR_COMPONENTS },
  { room: "src/components/patterns", may: ["src/components/ui", ...COMPONENT_FLOOR], not: NOT_FOR_COMPONENTS },
  { room: "src/components/charts", may: ["src/components/ui", ...COMPONENT_FLOOR], not: NOT_FOR_COMPONENTS },
  // Pure functions and types of the app: no React, no state, no requests.
  { room: "src/domain", may: ["contract"], not: ["*"] },
  { room: "src/theme", may: ["contract"], not: [...STATE, "react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"] },
  { room: "src/i18n", may: ["contract"], not: [...STATE, "react-router-dom", ...TRANSPORT, ...SERVER_ONLY, "zod"] },
  { room: "src/i18n/useTranslation.ts", may: ["src/i18n"] },

  // The server: main → api | mcp | cli | sync → engines | sources | access → mail | index | db → contract.
  { room: "server", may: ["contract"], not: [...WEB, ...PROCESSES] },
  { room: "server/demo", may: ["server", "contract"], not: [...WEB, ...PROCESSES] },
  {
    room: "server/api",
    may: [
      "server/git",
      "server/engines",
      "server/sources",
      "server/access",
      "server/mail",
      "server/index",
      "server/jobs",
      "server/observability",
      "server/db",
      ...SERVER_FLOOR,
    ],
    mayTypes: ["server/sync"],
    not: [...WEB, ...DATABASE.filter((name) => name !== "kysely"), ...OUTSIDE],
    // Queries of the builder need only types; raw SQL belongs to server/db.
    typesOnly: ["kysely"],
  },
  {
    room: "server/mcp",
    may: ["server/engines", "server/access", "server/index", "server/db", ...SERVER_FLOOR],
    not: [...WEB, ...DATABASE, ...OUTSIDE],
  },
  {
    room: "server/cli",
    may: [
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
    not: [...WEB, "fastify", ...PROCESSES],
  },
  // Packs and unpacks a backup with the system's tar.
  { room: "server/cli/backup/tar.ts", may: ["server/errors.ts"], not: [...WEB, "fastify", ...DATABASE] },
  {
    room: "server/sync",
    may: [
      "server/git",
      "server/engines",
      "server/sources",
      "server/access",
      "server/index",
      "server/jobs",
      "server/db",
      ...SERVER_FLOOR,
    ],
    not: [...WEB, "fastify", "@fastify/*", ...PROCESSES],
  },
  {
    room: "server/engines",
    may: ["server/git", "server/index", "server/db", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", "pg-boss", ...OUTSIDE],
  },
  {
    room: "server/sources",
    may: ["server/git", "server/db", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", "pg-boss", ...PROCESSES],
  },
  {
    room: "server/access",
    may: ["server/mail", "server/db", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", "pg-boss", ...OUTSIDE],
  },
  {
    room: "server/mail",
    may: ["server/db", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", "pg-boss", ...PROCESSES],
  },
  {
    room: "server/index",
    may: ["server/git", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", ...DATABASE, "undici", "@octokit/*", ...PROCESSES],
  },
  // The only place that starts git.
  {
    room: "server/git",
    may: ["server/errors.ts"],
    not: [...WEB, "fastify", "@fastify/*", ...DATABASE, "undici", "@octokit/*", "node:http", "node:https", "node:net"],
  },
  // The remote blob stores: the one in PostgreSQL has its own connections.
  {
    room: "server/index/blobs",
    may: ["server/index", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", "kysely", ...PROCESSES],
  },
  { room: "server/db", may: SERVER_FLOOR, not: [...WEB, "fastify", "@fastify/*", ...OUTSIDE] },
  { room: "server/jobs", may: ["server/db", ...SERVER_FLOOR], not: [...WEB, "fastify", "@fastify/*", ...OUTSIDE] },
  {
    room: "server/observability",
    may: ["server/index", "server/db", ...SERVER_FLOOR],
    not: [...WEB, "fastify", "@fastify/*", ...OUTSIDE],
  },
  {
    room: "server/events",
    may: ["server/db", "contract", "server/errors.ts", "server/settings.ts"],
    not: [...WEB, ...PROCESSES],
  },
  { room: "server/main.ts", may: ["server", "contract"], not: [...WEB, ...PROCESSES] },
  { room: "server/run.ts", may: ["server", "contract"], not: [...WEB, ...PROCESSES] },
  { room: "server/startServer.ts", may: ["server", "contract"], not: [...WEB, ...PROCESSES] },
  { room: "server/serveWeb.ts", may: ["server", "contract"], not: [...WEB, ...PROCESSES] },

  // Stories and tools.
  { room: "stories", may: ["src", "contract", "tests/fixtures.ts", "tests/fixtures", ".storybook"], not: SERVER_ONLY },
  { room: ".storybook", may: ["src", "stories", "contract", "tests/fixtures.ts", "tests/fixtures", "vite.config.ts"] },
  { room: "bench", may: ["server", "contract"], not: WEB },
  { room: "scripts", may: ["src/i18n"] },
];
