import { startReading } from "./startReading.ts";

/** Whether a commit has anything at this path: a file, a folder, a link or a submodule. */
export async function pathExists(gitDir: string, commit: string, path: string, signal?: AbortSignal): Promise<boolean> {
  const { stdin, stdout, ended } = startReading(
    gitDir,
    ["--literal-pathspecs", "ls-tree", "-z", "--name-only", "--full-tree", commit, "--", path],
    signal,
  );
  stdin.end();
  let length = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) length += chunk.length;
  await ended;
  return length > 0;
}
