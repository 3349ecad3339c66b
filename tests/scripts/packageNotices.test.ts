import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thirdPartyNotices } from "../../scripts/package/notices.ts";
import { GRAMMARS } from "../../server/index/text/languages.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Built from the same sources as that of another name. */
const SOURCE_OF: Readonly<Record<string, string>> = { tsx: "typescript" };

test("each grammar that is packed exists, and its copyright is in the notices", () => {
  const shipped = readdirSync(join(ROOT, "node_modules/@vscode/tree-sitter-wasm/wasm"));
  const notices = thirdPartyNotices(ROOT);
  expect(GRAMMARS.size).toBeGreaterThan(8);
  for (const grammar of GRAMMARS) {
    expect(shipped).toContain(`tree-sitter-${grammar}.wasm`);
    expect(notices).toMatch(new RegExp(`^tree-sitter-${SOURCE_OF[grammar] ?? grammar}: Copyright \\(c\\) \\d{4}`, "m"));
  }
});
