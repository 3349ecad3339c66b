import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "../errors.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = join(ROOT, "scripts", "ensureBuild.ts");

/** Builds the app in a clone of the code, where it is not built or older than its sources. @returns its folder. @throws CannotStart */
export async function buildApp(say: (line: string) => void): Promise<string> {
  const dist = join(ROOT, "dist");
  if (existsSync(BUILD)) {
    if (!existsSync(join(dist, "index.html"))) say("Building the app …");
    const [status] = (await once(
      spawn(process.execPath, [BUILD], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] }),
      "exit",
    )) as [number | null];
    if (status !== 0) throw new CannotStart("The app could not be built; see the message above.");
  }
  return dist;
}
