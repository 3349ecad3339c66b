import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import { ROUTES } from "../../src/routes/paths.ts";
import { appRoutes } from "../../src/routes/router.tsx";

const ROOT = join(import.meta.dirname, "../..");
const routes = appRoutes(async () => undefined);

/** Addresses in the text of a story: its literals that begin with a slash. What a template adds after them is a query or a part. */
const addressesIn = (text: string): string[] => [...text.matchAll(/["`](\/[^"`\s?$]*)/g)].map(([, at = ""]) => at);

test("each page of the router has a story in stories/pages", () => {
  const shown = new Set(
    globSync("stories/pages/*.stories.tsx", { cwd: ROOT })
      .flatMap((file) => addressesIn(readFileSync(join(ROOT, file), "utf8")))
      .map((address) => matchRoutes(routes, address)?.at(-1)?.route.id),
  );
  expect(Object.keys(ROUTES).filter((id) => !shown.has(id))).toEqual([]);
});
