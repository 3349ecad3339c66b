import { expect, test } from "vitest";
import { createI18n } from "../../src/i18n/i18n.ts";

test("a name in a sentence keeps its markup as text and shows its invisible characters", async () => {
  const words = await createI18n("en", ["commits"]);
  const path = "src/\u202egnp.ts <b> & $t(diff.title) {{path}}";
  expect(words.t("commits:diff.renamedFrom", { path })).toBe(
    "Renamed from src/U+202Egnp.ts <b> & $t(diff.title) {{path}}",
  );
});
