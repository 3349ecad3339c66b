import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Before the first end-to-end test: the app must be built from the sources as they are now. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "../../scripts/ensureBuild.ts")], { stdio: "inherit" });
}
