import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./scripts/vite/chunkGroups.ts";
import { endpointModules } from "./scripts/vite/endpointModules.ts";
import { precompress } from "./scripts/vite/precompress.ts";
import { slimBlueprint } from "./scripts/vite/slimBlueprint.ts";
import { staticIcons } from "./scripts/vite/staticIcons.ts";
import { unmeasuredText } from "./scripts/vite/unmeasuredText.ts";

/** The server that a development build talks to. */
const server = process.env["CLEW_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), endpointModules(), staticIcons(), unmeasuredText(), precompress()],
  css: { postcss: { plugins: [slimBlueprint()] } },
  resolve: {
    // superagent's browser build wants one function of qs (13 kB gzip); URLSearchParams has it already.
    alias: [
      { find: /^qs$/, replacement: fileURLToPath(new URL("src/services/queryString.ts", import.meta.url)) },
      {
        find: /^fast-safe-stringify$/,
        replacement: fileURLToPath(new URL("scripts/vite/jsonText.cjs", import.meta.url)),
      },
    ],
  },
  optimizeDeps: {
    include: [
      "@blueprintjs/core",
      "@blueprintjs/icons",
      "@blueprintjs/select",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      // Grammars are loaded with the first file of their language: found late, they would reload the page in the middle of a test.
      "highlight.js/lib/core",
      "highlight.js/lib/languages/asciidoc",
      "highlight.js/lib/languages/bash",
      "highlight.js/lib/languages/c",
      "highlight.js/lib/languages/clojure",
      "highlight.js/lib/languages/cpp",
      "highlight.js/lib/languages/csharp",
      "highlight.js/lib/languages/dart",
      "highlight.js/lib/languages/dockerfile",
      "highlight.js/lib/languages/elixir",
      "highlight.js/lib/languages/erlang",
      "highlight.js/lib/languages/go",
      "highlight.js/lib/languages/graphql",
      "highlight.js/lib/languages/groovy",
      "highlight.js/lib/languages/haskell",
      "highlight.js/lib/languages/ini",
      "highlight.js/lib/languages/java",
      "highlight.js/lib/languages/javascript",
      "highlight.js/lib/languages/json",
      "highlight.js/lib/languages/julia",
      "highlight.js/lib/languages/kotlin",
      "highlight.js/lib/languages/lua",
      "highlight.js/lib/languages/makefile",
      "highlight.js/lib/languages/markdown",
      "highlight.js/lib/languages/objectivec",
      "highlight.js/lib/languages/ocaml",
      "highlight.js/lib/languages/perl",
      "highlight.js/lib/languages/php",
      "highlight.js/lib/languages/powershell",
      "highlight.js/lib/languages/properties",
      "highlight.js/lib/languages/protobuf",
      "highlight.js/lib/languages/python",
      "highlight.js/lib/languages/r",
      "highlight.js/lib/languages/ruby",
      "highlight.js/lib/languages/rust",
      "highlight.js/lib/languages/scala",
      "highlight.js/lib/languages/scss",
      "highlight.js/lib/languages/sql",
      "highlight.js/lib/languages/swift",
      "highlight.js/lib/languages/typescript",
      "highlight.js/lib/languages/xml",
      "highlight.js/lib/languages/yaml",
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
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server.replace(/^http/, "ws"), ws: true },
      "/mcp": server,
      "^/(?:\\.well-known|oauth/(?:token|register|revoke))(?:/|$)": server,
      "/demo-hosts": server,
    },
  },
});
