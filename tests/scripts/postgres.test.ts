import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/withPostgres.ts");
const run = (...command: string[]) => spawnSync(process.execPath, [script, ...command], { encoding: "utf8" });

test("the status of the command is the status of the run", () => {
  expect(run(process.execPath, "-e", "process.exit(3)").status).toBe(3);
});

test("a command that does not exist is reported in words", () => {
  const { status, stderr } = run("no-such-command");
  expect(stderr).toContain("no-such-command");
  expect(status).toBe(127);
});
