import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { quickFolder } from "../scripts/quickFolder.ts";

/** One folder for all temporary files of a run; also what a killed process left in it goes with it. */
export function setup(): () => void {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(quickFolder(), "clew-tests-"));
  // A throw-away PostgreSQL inside runs as another user.
  chmodSync(folder, 0o711);
  // Read by whatever a test starts, its worker first of all.
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
