import { CannotStart } from "./errors.ts";
import { GitHelper } from "./git/GitHelper.ts";
import { startGitBy } from "./git/gitRelay.ts";
import { logLineAsText } from "./observability/textLog.ts";
import { openBrowser } from "./openBrowser.ts";
import { readSettings } from "./settings.ts";
import { startWhenReady } from "./startWhenReady.ts";

const fail = (error: unknown): never => {
  // A sentence where the operator can do something; the whole story of anything else.
  console.error(error instanceof CannotStart ? error.message : error);
  process.exit(1);
};

/**
 * Reads the settings, starts the server, and stops it in order on a signal.
 * @param args options of the command line, which take precedence over the environment
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<void> {
  // Files of this process and of the git that it starts are readable by this user alone.
  process.umask(0o077);
  try {
    const isTerminal = process.stdout.isTTY;
    const settings = readSettings(environment, args, { isTerminal });
    if (isTerminal) console.log("Starting Clew …\n");
    // Before this process is large.
    const git = new GitHelper();
    startGitBy(git.spawn);
    const server = await startWhenReady(settings, {
      say: (line) => {
        console.log(line);
      },
      onFatal: fail,
      ...(settings.logFormat === "text" && { logStream: { write: (line) => console.log(logLineAsText(line)) } }),
    });
    if (isTerminal) console.log("\nPress Ctrl+C to stop.\n");
    if (settings.opensBrowser) void openInBrowser(server.url);
    let isStopping = false;
    const stop = (): void => {
      // The second signal does not wait.
      if (isStopping) process.exit(1);
      isStopping = true;
      server
        .stop()
        .finally(() => git.close())
        .then(() => process.exit(0), fail);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  } catch (error) {
    fail(error);
  }
}

async function openInBrowser(url: string): Promise<void> {
  if (!(await openBrowser(url))) console.log(`The browser could not be opened. Open ${url} in it.`);
}
