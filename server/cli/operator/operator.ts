import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkMasterKey } from "../../access/keys/masterKeyFingerprint.ts";
import { readKeyRing } from "../../access/keys/KeyRing.ts";
import { createSeal } from "../../access/keys/secrets.ts";
import { migrate } from "../../db/migrate.ts";
import { openDb } from "../../db/openDb.ts";
import { createMail } from "../../mail/Mail.ts";
import { CannotStart } from "../../errors.ts";
import { readSettings } from "../../settings.ts";
import { sendToRunningServer } from "./adminSocket.ts";
import { answerAlone, runCommand, type CommandOutcome } from "./runCommand.ts";

/**
 * `clew operator …`: by the running server where there is one on this data folder, else on the database itself.
 * @param environment the settings, as the server reads them
 * @throws CannotStart with one sentence when neither can be reached, or when no setting names a database and the default folder has none
 */
export async function operator(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<CommandOutcome> {
  const alone = answerAlone(args);
  if (alone) return alone;
  const settings = readSettings(environment);
  const answered = await sendToRunningServer(settings.dataDir, args);
  if (answered) return answered;
  const { dataDir, databaseUrl } = settings;
  // Otherwise a command for a server on another folder creates an empty database in the default one, and seems to work.
  if (databaseUrl === undefined && !environment["CLEW_DATA"] && !existsSync(join(dataDir, "database"))) {
    throw new CannotStart(
      `There is no database in ${dataDir}. Set CLEW_DATA to the data folder of the server (\`clew serve --data\`), or DATABASE_URL.`,
    );
  }
  const database = await openDb({ dataDir, databaseUrl });
  try {
    await migrate(database.db);
    const keys = readKeyRing(settings);
    // Another machine than the server's may have another key, and the server could not open what it seals.
    await checkMasterKey(database.db, keys);
    const seal = createSeal(keys, "mail");
    const publicUrl = (): string => settings.publicUrl ?? `http://localhost:${settings.port}`;
    const mail = createMail({ isSent: settings.smtp !== undefined, seal, publicUrl });
    return await runCommand(
      {
        db: database.db,
        mail,
        seal,
        settings,
        quotas: settings.companyQuotas,
        rotation: { database, keys, dataDir, masterKey: settings.masterKey },
      },
      args,
    );
  } finally {
    await database.close();
  }
}
