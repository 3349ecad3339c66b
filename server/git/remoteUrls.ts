import { join } from "node:path";
import { runGit } from "./gitProcess.ts";
import { type LocalRepository, readInside } from "./localRepository.ts";

const MAX_CONFIG_BYTES = 1 << 20;

/**
 * The addresses that a local repository was cloned from or is pushed to, each once. git parses the text of the configuration from its
 * input; nothing that it includes or names is followed.
 */
export async function remoteUrls({ commonDir, allowed }: LocalRepository, signal: AbortSignal): Promise<string[]> {
  const config = await readInside(join(commonDir, "config"), allowed, "its configuration", MAX_CONFIG_BYTES);
  const pattern = "^remote\\..*\\.(url|pushurl)$";
  const { code, output } = await runGit(["config", "--file", "-", "--no-includes", "--null", "--get-regexp", pattern], {
    input: config.toString("utf8"),
    timeoutMs: 10_000,
    signal,
  });
  // Status 1: no remote.
  if (code !== 0) return [];
  const values = output.toString("utf8").split("\0");
  return [...new Set(values.flatMap((entry) => (entry === "" ? [] : entry.slice(entry.indexOf("\n") + 1))))];
}
