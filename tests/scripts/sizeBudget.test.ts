import { expect, test } from "vitest";
import { chunkCycles, firstLoad } from "../../scripts/sizeBudget.ts";

const manifest = {
  "index.html": { file: "index.js", isEntry: true, imports: ["_react.js"], css: ["index.css"] },
  "_react.js": { file: "react.js" },
  "_forms.js": { file: "forms.js", css: ["forms.css"], imports: ["_react.js"] },
  "src/routes/login/LoginRoute.tsx": { file: "login.js", imports: ["_forms.js", "index.html"] },
  "src/routes/insights/InsightsRoute.tsx": { file: "insights.js", css: ["insights.css"] },
};

test("a first load is the entry, the page's own chunk and what both import, each once", () => {
  expect(firstLoad(manifest, [/^src\/routes\/login\//]).toSorted()).toEqual([
    "forms.css",
    "forms.js",
    "index.css",
    "index.js",
    "login.js",
    "react.js",
  ]);
});

test("what another page loads later does not count", () => {
  expect(firstLoad(manifest, [/^src\/routes\/login\//])).not.toContain("insights.js");
});

test("chunks that import each other are found, directly or through a third one, each group once", () => {
  expect(chunkCycles(manifest)).toEqual([]);
  const cyclic = {
    ...manifest,
    "_a.js": { file: "a.js", imports: ["_b.js", "_react.js"] },
    "_b.js": { file: "b.js", imports: ["_c.js"] },
    "_c.js": { file: "c.js", imports: ["_a.js"] },
  };
  expect(chunkCycles(cyclic)).toEqual([["_a.js", "_b.js", "_c.js"]]);
});
