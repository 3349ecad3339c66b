import { existsSync } from "node:fs";
import { runGit } from "../git/gitProcess.ts";
import { VERSION } from "../observability/version.ts";
import { isClone, productFile } from "../productFiles.ts";

/** The version; of a clone with the commit that is checked out, because many commits have the same version. */
export async function versionInWords(): Promise<string> {
  if (!isClone || !existsSync(productFile(".git"))) return VERSION;
  const revision = runGit(["-C", productFile(""), "rev-parse", "--short=12", "HEAD"], { timeoutMs: 5000 });
  const commit = await revision
    .then(({ code, output }) => (code === 0 ? output.toString().trim() : ""))
    .catch(() => "");
  return commit === "" ? VERSION : `${VERSION} (commit ${commit})`;
}
