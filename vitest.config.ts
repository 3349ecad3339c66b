import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { chromiumArgs, findBrowser } from "./scripts/findBrowser.ts";
import { SlowFilesFirst } from "./scripts/slowFilesFirst.ts";
import { endpointModules } from "./scripts/vite/endpointModules.ts";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  dependencies: Record<string, string>;
};

/** What the server alone uses; the rest of the dependencies reaches a browser. */
const SERVER_ONLY =
  /^(?:@aws-sdk|@electric-sql|@fastify|@modelcontextprotocol|@octokit|@vscode|entities|fastify|intl-messageformat|ipaddr|kysely|luxon|nodemailer|oauth4webapi|pg|prom-client|re2js|stemmer|undici|web-tree-sitter)/;

/**
 * With a cold cache Vite finds a dependency late, reloads the page and breaks the story that is being tested.
 * So every package that a story can reach is named in advance.
 */
const include = [
  ...Object.keys(dependencies).filter((name) => !SERVER_ONLY.test(name) && !name.startsWith("@fontsource")),
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
  "react-dom/client",
  "storybook/test",
  "@storybook/react-vite",
  "@storybook/addon-a11y/preview",
  "@storybook/addon-docs/blocks",
  "@storybook/addon-docs/preview",
  "storybook-addon-pseudo-states/preview",
  "axe-core",
];

/** Storybook takes seconds to load, so a run that asks for other projects goes without. */
const isAsked = (project: string): boolean => !process.argv.includes("--project") || process.argv.includes(project);

/** A limit is there for what hangs; on a machine in use a test takes ten times as long as alone. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

/**
 * Much of what a test does is waiting for a process or a page: one worker more than there are cores keeps them busy. A second one takes
 * longer in all: 4,390 s of work in place of 3,000 s for the same files, with a third more workers.
 */
const maxWorkers = availableParallelism() + 1;

const node = {
  environment: "node" as const,
  ...patience,
  // What is waited for comes when it comes: a second is short where two cores are shared.
  expect: { poll: { timeout: 30_000 } },
};

const dom = (): TestProjectConfiguration => ({
  extends: "./vite.config.ts",
  // Without these conditions Node takes two copies of the router, one for each module system.
  resolve: {
    conditions: ["module-sync", "module", "browser", "development|production"],
    // Its main file is for Node; a browser gets this one.
    alias: { superagent: fileURLToPath(import.meta.resolve("superagent/lib/client.js")) },
  },
  test: {
    ...patience,
    name: "dom",
    // A project that extends another file has its own default: one worker less than cores, which on two cores is one file at a time.
    maxWorkers,
    environment: "jsdom",
    include: ["tests/**/*.test.tsx"],
    setupFiles: ["./tests/withoutOwnerStacks.ts", "./tests/setup.ts"],
  },
});

/** Two processes that prepare packages in the same folder overwrite each other's files. */
const cacheOfShard = {
  name: "cache-of-shard",
  config: () => ({ cacheDir: `node_modules/.cache/stories-${process.env["CLEW_TEST_SHARD"] ?? "1"}` }),
};

const stories = (): TestProjectConfiguration => ({
  extends: "./vite.config.ts",
  plugins: [storybookTest({ configDir: ".storybook" }), cacheOfShard],
  optimizeDeps: { include },
  test: {
    ...patience,
    name: "stories",
    // A page for each file would load Storybook and React again.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: "chromium" }],
      provider: playwright({
        launchOptions: { executablePath: findBrowser(), args: [...chromiumArgs] },
        contextOptions: { reducedMotion: "reduce", deviceScaleFactor: 1 },
      }),
    },
  },
});

export default defineConfig({
  test: {
    maxWorkers,
    globalSetup: ["tests/temporaryFolder.ts"],
    sequence: { sequencer: SlowFilesFirst },
    reporters: ["default", "./scripts/totalsReporter.ts"],
    coverage: { provider: "v8", include: ["src/**/*.{ts,tsx}", "server/**/*.ts", "contract/**/*.ts"] },
    projects: [
      {
        plugins: [endpointModules()],
        test: {
          ...node,
          isolate: false,
          name: "unit",
          include: [
            "tests/{components,contract,domain,i18n,importing,lint,routes,scripts,services,stores,theme}/**/*.test.ts",
          ],
        },
      },
      ...(isAsked("dom") ? [dom()] : []),
      {
        test: {
          ...node,
          // Loading the server takes longer than many files of tests do, and a second embedded database half as long as the first.
          isolate: false,
          setupFiles: ["tests/server/setup.ts"],
          // Node runs the server's TypeScript as it is and caches what it has compiled. `vi.mock` does not work without Vite.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // V8 ends a process now and then when it frees code of WebAssembly while embedded databases are opened and closed:
          // `Check failed: jit_page_->allocations_.erase(addr) == 1` (nodejs/node#64500).
          execArgv: ["--no-wasm-code-gc"],
          name: "server",
          include: ["tests/{server,providers,bench,fuzz}/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
        },
      },
      ...(isAsked("stories") ? [stories()] : []),
      {
        // Each file starts a server and a browser of its own.
        test: {
          ...node,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/ensureBuilt.ts"],
          setupFiles: ["./tests/e2e/reportFailure.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
