import { prepareDataFolder } from "../db/dataFolder.ts";
import { openDb } from "../db/openDb.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { CannotStart } from "../errors.ts";
import { GitHelper } from "../git/GitHelper.ts";
import { startGitBy } from "../git/gitRelayClient.ts";
import { logLineAsText } from "../observability/textLog.ts";
import { openBrowser } from "./openBrowser.ts";
import { type Settings, readSettings } from "../settings.ts";
import { untilSignal } from "./untilSignal.ts";

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
    const database = settings.databaseUrl === undefined ? openEmbedded(settings) : undefined;
    const { startWhenReady } = await import("./startWhenReady.ts");
    const server = await startWhenReady(settings, {
      ...(database && { database }),
      say: (line) => {
        console.log(line);
      },
      onFatal: fail,
      ...(settings.logFormat === "text" && { logStream: { write: (line) => console.log(logLineAsText(line)) } }),
    });
    if (isTerminal) console.log("\nPress Ctrl+C to stop.\n");
    if (settings.opensBrowser) void openInBrowser(server.url);
    void untilSignal()
      // A person who presses Ctrl+C has no balancer to wait for.
      .then((signal) => (signal === "SIGTERM" ? server.drain() : undefined))
      .then(() => server.stop())
      .finally(() => git.close())
      .then(() => process.exit(0), fail);
  } catch (error) {
    fail(error);
  }
}

/** Opens the embedded database in its thread, which takes as long as loading the modules of the server: both run at the same time. */
function openEmbedded({ dataDir }: Settings): Promise<OpenDb> {
  prepareDataFolder(dataDir);
  const database = openDb({ dataDir, onLost: fail });
  // The server reports it when it needs the database.
  database.catch(() => undefined);
  return database;
}

async function openInBrowser(url: string): Promise<void> {
  if (!(await openBrowser(url))) console.log(`The browser could not be opened. Open ${url} in it.`);
}
