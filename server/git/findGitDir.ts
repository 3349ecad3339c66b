import { readOutput } from "./readOutput.ts";

const GIT_DIR_LIMITS = { maxBytes: 16_384, timeoutMs: 10_000 };

/** The git directory of a work tree or bare repository. */
export async function findGitDir(folder: string): Promise<string> {
  const ask = async (gitDir: string): Promise<string> => {
    const args = ["rev-parse", "--absolute-git-dir"];
    const { bytes } = await readOutput(gitDir, args, GIT_DIR_LIMITS, new AbortController().signal);
    return bytes.toString("utf8").trim();
  };
  return ask(folder).catch(() => ask(`${folder}/.git`));
}
