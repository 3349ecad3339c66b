import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpfsFolder } from "../scripts/tmpfsFolder.ts";

/** One folder for all temporary files of a run; removing it also removes the files of killed processes. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpfsFolder(), "clew-tests-"));
  // A temporary PostgreSQL inside runs as another user.
  chmodSync(folder, 0o711);
  // Read by whatever a test starts, its worker first of all. Node keeps there what it has compiled: the next server, and the next thread that
  // builds an index, starts in half the time.
  const set = { TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, "compiled") };
  const before = Object.keys(set).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, set);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
