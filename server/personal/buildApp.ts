import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "../errors.ts";
import { isClone, productFile } from "../productFiles.ts";

/** Builds the app in a clone of the code, where it is not built or older than its sources. @returns its folder. @throws CannotStart */
export async function buildApp(say: (line: string) => void): Promise<string> {
  const dist = productFile("dist");
  const build = productFile("scripts/ensureBuild.ts");
  // An image has the code of the server alone, with the app built.
  if (isClone && existsSync(build)) {
    if (!existsSync(join(dist, "index.html"))) say("Building the app …");
    const [status] = (await once(
      spawn(process.execPath, [build], { cwd: productFile(""), stdio: ["ignore", "ignore", "inherit"] }),
      "exit",
    )) as [number | null];
    if (status !== 0) throw new CannotStart("The app could not be built; see the message above.");
  }
  return dist;
}
