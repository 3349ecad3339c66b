import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./scripts/vite/precompress.ts";
import { slimBlueprint } from "./scripts/vite/slimBlueprint.ts";
import { staticIcons } from "./scripts/vite/staticIcons.ts";

/** The server that a development build talks to. */
const server = process.env["CLEW_SERVER"] ?? "http://127.0.0.1:8080";

/** Which chunk a module of the first load belongs to: few, named and stable, so that a release leaves most of them in the cache. */
const groups = [
  {
    name: "react",
    test: /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)\//,
  },
  { name: "state", test: /node_modules\/(?:mobx|mobx-react-lite|mobx-state-tree)\// },
  { name: "words", test: /node_modules\/(?:i18next|react-i18next|html-parse-stringify|void-elements)\// },
  { name: "words-en", test: /src\/i18n\/locales\/en\/(?:shell|states|errors|auth)\.json/ },
  { name: "words-tr", test: /src\/i18n\/locales\/tr\/(?:shell|states|errors|auth)\.json/ },
  {
    // The parts of Blueprint that every page has; menus, dialogs and the like stay with the pages that use them.
    name: "ui",
    test: /node_modules\/(?:classnames|@blueprintjs\/(?:icons\/lib\/esm\/[^/]+\.js|core\/lib\/esm\/(?:common|accessibility|context|components\/(?:button|callout|card|html|html-select|icon|spinner|tag|text|portal)|components\/forms\/(?:formGroup|inputGroup|inputSharedProps|asyncControllableInput))))/,
  },
  {
    name: "app",
    test: /\/src\/(?:main\.tsx|(?:services|stores|i18n|theme)\/[^/]+\.tsx?$|routes\/[^/]+\.tsx?$|components\/(?:ThemeFrame|FailedState|RelativeTime|Select|FormField|FormFailure|Logo|PageHeader|Skeleton)\/(?!FilterableSelect))/,
  },
];

export default defineConfig({
  plugins: [react(), staticIcons(), precompress()],
  css: { postcss: { plugins: [slimBlueprint()] } },
  resolve: {
    // superagent's browser build wants one function of qs (13 kB gzip); URLSearchParams has it already.
    alias: [{ find: /^qs$/, replacement: fileURLToPath(new URL("src/services/queryString.ts", import.meta.url)) }],
  },
  optimizeDeps: {
    include: [
      "@blueprintjs/core",
      "@blueprintjs/icons",
      "@blueprintjs/select",
      "@tanstack/react-virtual",
      "i18next",
      "micromark",
      "micromark-extension-gfm",
      "mobx",
      "mobx-react-lite",
      "mobx-state-tree",
      "react",
      "react-dom",
      "react-dom/client",
      "react-i18next",
      "react-router-dom",
      "react/jsx-dev-runtime",
      "react/jsx-runtime",
      "superagent",
      "zod",
    ],
  },
  build: {
    manifest: true,
    target: "es2024",
    // A font in the stylesheet would be loaded before it is known to be needed.
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server.replace(/^http/, "ws"), ws: true }, "/mcp": server },
  },
});
