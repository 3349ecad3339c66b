import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliError } from "../../../server/cli/CliError.ts";
import type { OperatorContext } from "../../../server/cli/operator/command.ts";
import { runCommand } from "../../../server/cli/operator/runCommand.ts";
import { isCommand, readArguments } from "../../../server/cli/readArguments.ts";
import { credentialsFile, readCredentials, writeCredentials } from "../../../server/cli/remote/credentials.ts";
import { openCorpus } from "../../../server/cli/local/similarCorpus.ts";
import { knownBackups, restoreAdvice } from "../../../server/db/knownBackups.ts";
import { CannotStart } from "../../../server/errors.ts";
import { settingsForLog } from "../../../server/observability/settingsForLog.ts";
import { readSettings } from "../../../server/settings.ts";
import { isRecord } from "../../../server/sources/rest/restFailure.ts";
import { type Target, declared, jsonOf, promise, wordOf } from "../engine/Target.ts";

/** What no log may hold, at the length that the settings demand. */
const SECRETS = ["CLEW_MASTER_KEY", "CLEW_MASTER_KEY_PREVIOUS", "CLEW_BACKUP_PASSPHRASE", "CLEW_METRICS_TOKEN"];
const REACHED = new Error("The options were right.");
/** No command is carried out: what is right so far ends at its first look at the context. */
const CONTEXT = new Proxy({}, { get: () => fail() }) as OperatorContext;

export const target: Target = {
  promise:
    "Words typed after `clew`, settings of the environment and files of the user are read, or refused with a sentence; no secret is in the printed settings.",
  shape: "json",
  run: async (input) => {
    const script = jsonOf(input);
    if (!Array.isArray(script)) return undefined;
    const [words, variables, file] = script as unknown[];
    const args = Array.isArray(words) ? words.map(wordOf) : [];
    const environment = Object.fromEntries(
      Object.entries(isRecord(variables) ? variables : {}).map(([name, value]) => [name, wordOf(value)]),
    );
    const [command, ...rest] = args;
    if (isCommand(command)) declared([CliError], () => readArguments(command, rest, environment));
    await runCommand(CONTEXT, args).catch((error: unknown) => {
      if (error !== REACHED) throw error;
    });
    const settings = declared([CannotStart], () => readSettings(environment, rest));
    const printed = JSON.stringify(settings && settingsForLog(settings)) ?? "";
    for (const name of SECRETS) {
      const secret = environment[name] ?? "";
      const isElsewhere = Object.entries(environment).some(
        ([other, value]) => other !== name && value.includes(secret),
      );
      promise(secret.length < 12 || isElsewhere || !printed.includes(secret), `${name} is in the printed settings.`);
    }
    return [printed, ...(await readFiles(wordOf(file)))];
  },
};

async function readFiles(text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "clew-fuzz-"));
  const environment = { XDG_CONFIG_HOME: folder };
  try {
    writeCredentials(environment, { current: null, servers: {} });
    writeFileSync(credentialsFile(environment), text);
    const kept = readCredentials(environment);
    writeCredentials(environment, kept);
    promise(JSON.stringify(readCredentials(environment)) === JSON.stringify(kept), "What is kept changes.");
    writeFileSync(join(folder, "backups.json"), text);
    const backups = knownBackups(folder);
    const corpus = join(folder, "corpus.jsonl");
    writeFileSync(corpus, text);
    await openCorpus(corpus).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith("Line "))) throw error;
    });
    return [restoreAdvice(folder, { hasKeyFile: true }), ...backups.map(({ path }) => path)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fail(): never {
  throw REACHED;
}
