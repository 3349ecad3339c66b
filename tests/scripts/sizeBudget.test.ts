import { expect, test } from "vitest";
import { firstLoad } from "../../scripts/sizeBudget.ts";

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
