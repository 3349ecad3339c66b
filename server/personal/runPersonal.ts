/** `clew ui`: the app on one repository of this machine, for the user who started it. */
import { untilSignal } from "../process/untilSignal.ts";
import { delimiter } from "node:path";
import { GitHelper } from "../git/GitHelper.ts";
import { startGitBy } from "../git/gitRelayClient.ts";
import { logLineAsText } from "../observability/textLog.ts";
import { openBrowser } from "../process/openBrowser.ts";
import { readSettings } from "../settings.ts";
import { type RunningServer, startServer } from "../startServer.ts";
import { newToken } from "../access/tokens/tokens.ts";
import { buildApp } from "./buildApp.ts";
import { findRepository } from "./findRepository.ts";
import { seedPersonal } from "./seedPersonal.ts";
import { mountSignIn, signInPath } from "./signInPage.ts";
import { createDataFolder, removeAbandonedFolders } from "./temporaryData.ts";

export interface PersonalOptions {
  /** A folder inside a git repository. */
  readonly folder: string;
  /** 0: any free port. */
  readonly port: number;
  readonly opensBrowser: boolean;
  readonly say: (line: string) => void;
  /** For warnings of the log, and the reason of an end. */
  readonly warn: (line: string) => void;
}

/**
 * Runs until SIGINT or SIGTERM, and then deletes its data. Only this machine reaches it, and only who has its link signs in.
 * @throws CannotStart for a folder without a repository, and for a port that is in use
 */
export async function runPersonal({ folder, port, opensBrowser, say, warn }: PersonalOptions): Promise<void> {
  process.umask(0o077);
  const git = new GitHelper();
  startGitBy(git.spawn);
  const { repository, folders } = await findRepository(folder);
  const distDir = process.env["CLEW_DIST"] || (await buildApp(say));
  const isStopped = untilSignal();
  await removeAbandonedFolders();
  const data = await createDataFolder();
  let server: RunningServer | undefined;
  const stop = async (): Promise<void> => {
    await server?.stop();
    git.close();
    await data.remove();
  };
  try {
    const settings = readSettings(
      {
        CLEW_DATA: data.path,
        CLEW_DEMO: "off",
        CLEW_ALLOWED_PATHS: folders.join(delimiter),
        CLEW_DIST: distDir,
        HOST: "127.0.0.1",
        PORT: String(port),
        NODE_ENV: "production",
      },
      [],
      { isTerminal: true },
    );
    const secret = newToken();
    server = await startServer(settings, {
      isDurable: false, // nothing of it has to survive
      say: () => undefined,
      onFatal: (error) => {
        warn(error.message);
        process.exit(1);
      },
      logStream: { write: (line) => warn(logLineAsText(line)) },
      prepare: async (app, deps) => {
        const user = await seedPersonal(deps, repository);
        mountSignIn(app, { db: deps.db, secret, ...user });
      },
    });
    const link = server.url + signInPath(secret);
    say(`Clew shows ${repository} at\n${link}`);
    say("Only this machine reaches it, and the link signs you in. Its data is deleted when it ends.");
    say("Press Ctrl+C to stop.");
    if (opensBrowser && !(await openBrowser(link))) say("The browser could not be opened. Open the link in it.");
    await isStopped;
  } finally {
    await stop();
  }
}
