import { fileURLToPath } from "node:url";
import { normalizePath, type Rolldown } from "vite";

type Splitting = Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>;
type Group = NonNullable<Splitting["groups"]>[number];
type Graph = Parameters<Exclude<Group["name"], string>>[1];

/** Packages, and texts, of the first load: few, named and stable, so that a release leaves most of them in the cache. */
const FIRST: readonly Group[] = [
  {
    name: "react",
    test: /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)\//,
  },
  { name: "state", test: /node_modules\/(?:mobx|mobx-react-lite|mobx-state-tree)\// },
  { name: "words", test: /node_modules\/(?:i18next|react-i18next|html-parse-stringify|void-elements)\// },
  {
    debugName: "words of a language",
    name: (id) => `words-${/\/locales\/([^/]+)\//.exec(id)?.[1] ?? ""}`,
    test: /\/src\/i18n\/locales\/[^/]+\/(?:shell|states|errors|auth)\.json/,
  },
  {
    // The parts of Blueprint that every page has.
    name: "ui",
    test: /node_modules\/(?:classnames|@blueprintjs\/(?:icons\/lib\/esm\/[^/]+\.js|core\/lib\/esm\/(?:common|accessibility|context|components\/(?:button|callout|card|html|html-select|icon|spinner|tag|text|portal)|components\/forms\/(?:formGroup|inputGroup|inputSharedProps|asyncControllableInput))))/,
  },
];

/** For groups of what later screens share: after those of the first load, and without what their modules import. */
const LATER = { priority: -1, includeDependenciesRecursively: false } as const;

/** Blueprint's modules are imported through its index, so the graph does not tell which screens need one. */
const BLUEPRINT: readonly Group[] = [
  {
    // Without the icons of the first screens.
    name: "icons",
    test: /node_modules\/@blueprintjs\/icons\/lib\/esm\/generated\/(?!.*\/(?:notifications|tick-circle|moon|flash|search|cross|eye-open|eye-off|duplicate|caret-down|double-caret-vertical|error|info-sign|small-cross|tick|warning-sign)\.js)/,
    minShareCount: 2,
    ...LATER,
  },
  {
    name: "layers",
    test: /node_modules\/(?:@floating-ui|react-transition-group|@blueprintjs\/core\/lib\/esm\/components\/(?:menu|popover|popover-next|overlay2|dialog|drawer|divider|segmented-control|progress-bar))\//,
    minShareCount: 3,
    ...LATER,
  },
];

const APP = "app";
const ENTRY = normalizePath(fileURLToPath(new URL("../../src/main.tsx", import.meta.url)));
const screens = (folders: string): RegExp => new RegExp(`/src/routes/(?:${folders})/\\w+(?:Route|Tab)\\.tsx$`);
const LOGIN = screens("login");
const SIGNED_OUT = screens("register|forgot-password|reset-password");
const SHELL = screens("shell");
const HOME = screens("home");
const SHELL_ICONS = /\/@blueprintjs\/icons\/lib\/esm\/generated\/.*\/(?:notifications|search|tick-circle)\.js$/;
const PROJECT = screens(
  "project|issue|issues|request|requests|person|commit|code|insights|documents|experts|sources|members|search|ask|backtest",
);
/** Every page of a project has these. */
const PROJECT_FRAME = /\/src\/routes\/project\/(?:projectFrame\.ts|ProjectRoute\.tsx)$/;
/** A module that this many pages of a project need is loaded with the first of them. */
const MIN_SCREENS = 3;

/**
 * The chunks of the app. Left to the bundler, each set of screens has a chunk for what only these share: a page of a project would be 140
 * files, most of 1 kB, which a browser requests six at a time.
 */
export function chunkGroups(): Group[] {
  let names: ReadonlyMap<string, string> | undefined;
  const nameOf = (id: string, graph: Graph): string | undefined => (names ??= assignChunks(graph)).get(id);
  return [
    ...FIRST,
    // With the packages that its modules import: in the entry's own chunk, they and `app` would import each other.
    { debugName: APP, name: (id, graph) => (nameOf(id, graph) === APP ? APP : null) },
    ...BLUEPRINT,
    {
      debugName: "screens",
      name: (id, graph) => {
        const name = nameOf(id, graph);
        return name === APP ? null : name;
      },
      ...LATER,
    },
  ];
}

/**
 * The chunk of each module that several screens share, by its id; the others are left to the bundler. A module is loaded by every screen
 * that loads one of its importers, and the name depends on these screens alone, so two chunks never import each other.
 */
function assignChunks(graph: Graph): Map<string, string> {
  const all = [...reached(graph, [ENTRY], "any")];
  const loadedBy = (pattern: RegExp): Set<string> =>
    reached(
      graph,
      all.filter((id) => pattern.test(id)),
    );
  const [first, login, signedOut] = [reached(graph, [ENTRY]), loadedBy(LOGIN), loadedBy(SIGNED_OUT)];
  const [shell, home, frame] = [loadedBy(SHELL), loadedBy(HOME), loadedBy(PROJECT_FRAME)];
  const pages = all.filter((id) => PROJECT.test(id)).map((id) => reached(graph, [id]));
  const nameOf = (id: string): string | undefined => {
    if (SHELL_ICONS.test(id)) return "frame";
    if (first.has(id)) return id.includes("/node_modules/") ? undefined : APP;
    if (login.has(id)) {
      if (home.has(id) || shell.has(id)) return "basics";
      // The layout of the sign-in pages and the field of a password are on no page of a project.
      return frame.has(id) || pages.some((page) => page.has(id)) ? "forms" : "auth";
    }
    if (signedOut.has(id)) return undefined;
    if (shell.has(id)) return "frame";
    const isShared = frame.has(id) || pages.filter((page) => page.has(id)).length >= MIN_SCREENS;
    if (!isShared) return undefined;
    return home.has(id) ? "lists" : "project";
  };
  return new Map(
    all.flatMap((id) => {
      const name = nameOf(id);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** Modules that are loaded with some modules: these, and what they import, statically or in any way. */
function reached(graph: Graph, from: readonly string[], how: "statically" | "any" = "statically"): Set<string> {
  const seen = new Set(from);
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) seen.add(next);
    if (how === "any") for (const next of info?.dynamicallyImportedIds ?? []) seen.add(next);
  }
  return seen;
}
