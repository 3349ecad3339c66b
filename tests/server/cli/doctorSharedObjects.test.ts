/** `clew doctor` on a data folder whose mirrors share objects: real repositories that real git made. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataFolderFindings } from "../../../server/cli/doctor/dataFolderFindings.ts";
import { readFromStore } from "../../../server/sources/git/mirrorFiles.ts";

let dataDir: string;
let store: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "clew-shared-"));
  store = join(dataDir, "stores", `${"0a".repeat(20)}-1.git`);
  const mirrors = ["one", "two", "own"].map((name) => join(dataDir, "mirrors", `${name}.git`));
  for (const path of [store, ...mirrors]) {
    mkdirSync(path, { recursive: true });
    execFileSync("git", ["init", "--quiet", "--bare", path]);
  }
  for (const mirror of mirrors.slice(0, 2)) await readFromStore(mirror, store);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const check = async () =>
  (await dataFolderFindings({ dataDir, diskReserveBytes: 0 })).filter((finding) => finding.check === "shared objects");

test("mirrors that have what they share are in order", async () => {
  expect(await check()).toEqual([
    { check: "shared objects", state: "ok", says: expect.stringMatching(/^2 mirrors/), advice: "" },
  ]);
});

test("a missing folder is named, with how many mirrors read it and what to do", async () => {
  renameSync(store, `${store}.gone`);
  const [finding, ...others] = await check();
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ state: "failed", says: expect.stringContaining(`${store}.`) });
  expect(finding?.says).toMatch(/^2 mirrors of repositories/);
  expect(finding?.advice).toMatch(/Restore .* next sync/);
  renameSync(`${store}.gone`, store);
});

test("a data folder without mirrors has nothing to check", async () => {
  rmSync(join(dataDir, "mirrors"), { recursive: true });
  expect(await check()).toEqual([]);
});
