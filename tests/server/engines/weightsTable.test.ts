import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { weightsPage } from "../../../scripts/weightsTable.ts";
import type { ExpertFeature } from "../../../server/engines/experts/ExpertFeature.ts";
import { EXPERT_FEATURES } from "../../../server/engines/experts/expertFeatures.ts";
import { FUNCTION_FEATURES } from "../../../server/engines/localize/listedFunctionFeatures.ts";
import { FILE_FEATURES } from "../../../server/engines/localize/fileFeatures.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("docs/weights.md shows today's weights; `npm run weights` writes it", async () => {
  expect(read("docs/weights.md")).toBe(await weightsPage());
});

test("every section and ADR that set a weight is there", async () => {
  const page = await weightsPage();
  const measured = read("docs/engines-measured.md");
  const sections = [...page.matchAll(/engines-measured\.md, ([^|;\n]+?)(?=\s*[|;\n]|\. )/g)].map(
    ([, name = ""]) => name,
  );
  expect(sections.length).toBeGreaterThan(40);
  const headings = [...measured.matchAll(/^## (.*)$/gm)].map(([, name = ""]) => name.replace(", ", " "));
  const missing = sections.filter((name) => !headings.some((heading) => heading.startsWith(name.replace(/\.$/, ""))));
  expect([...new Set(missing)]).toEqual([]);
  const adrs = read("docs/adr/README.md");
  expect([...page.matchAll(/ADR (\d{4})/g)].filter(([, number]) => !adrs.includes(`[${number}. `))).toEqual([]);
});

test("no two features of functions or of people have one name, and each of people has a source of values", () => {
  for (const features of [FUNCTION_FEATURES, EXPERT_FEATURES]) {
    const ids = features.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  // Each feature of people is fed by commits, by help with commits or by another source; none is a constant.
  const people: readonly ExpertFeature[] = EXPERT_FEATURES;
  expect(people.filter(({ authored, helped, amounts }) => !authored && !helped && !amounts)).toEqual([]);
});

test("no two features of files have one name, and some are evidence", () => {
  const ids = FILE_FEATURES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(FILE_FEATURES.filter(({ isEvidence }) => isEvidence).length).toBeGreaterThan(1);
});
