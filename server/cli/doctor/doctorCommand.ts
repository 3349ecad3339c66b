/** `clew doctor`: checks a configuration, and says in words what to do. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { openDb } from "../../db/openDb.ts";
import { CannotStart, errorMessage } from "../../errors.ts";
import type { Settings } from "../../settings.ts";
import { CliError, STATUS } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { rowLines } from "../formats.ts";
import { helpOf } from "../helpText.ts";
import { sendToRunningServer } from "../operator/adminSocket.ts";
import type { CommandOutcome } from "../operator/runCommand.ts";
import { formatOf, parseArguments, textOf } from "../parseArguments.ts";
import { jsonLine } from "../terminal.ts";
import { addressFindings } from "./addressFindings.ts";
import { dataFolderFindings, otherOwner } from "./dataFolderFindings.ts";
import { databaseFindings, keysIfThere, noDatabase } from "./databaseFindings.ts";
import { DOCTOR_COMMANDS } from "./doctorTable.ts";
import { failed, type Finding, FINDING_STATES, skipped } from "./Finding.ts";
import { hostFindings } from "./hostFindings.ts";
import { machineFindings, readMachine } from "./machineFindings.ts";
import { mailFindings } from "./mailFindings.ts";
import { settingsFindings } from "./settingsFindings.ts";
import { storeFindings } from "./storeFindings.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the arguments after `clew doctor`. */
export async function doctorCommand(args: readonly string[], environment: Environment): Promise<CommandOutcome> {
  const spec = DOCTOR_COMMANDS["doctor"];
  if (!spec) throw new Error("The table has no doctor.");
  try {
    const { values } = parseArguments("clew doctor", args, spec.options, { allowPositionals: false });
    if (values["help"] === true) return { status: 0, out: helpOf(spec), err: "" };
    const format = formatOf(values);
    const settings = { ...environment, ...readFile(textOf(values, "env-file")) };
    const findings = withoutSecrets(await allFindings(settings, textOf(values, "mail")), settings);
    const isBroken = findings.some(({ state }) => state === "failed");
    return { status: isBroken ? 1 : 0, out: inFormat(format, findings, spec.columns ?? []), err: "" };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { status: 2, out: "", err: `${error.message}\nusage: clew doctor --help\n` };
  }
}

/** The variables of a file, which take precedence: the server has them, and the shell of the operator others. */
function readFile(path: string | undefined): Environment {
  if (path === undefined) return {};
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    throw new CliError(STATUS.usage, `The file ${resolve(path)} cannot be read: ${errorMessage(error)}.`);
  }
}

async function allFindings(environment: Environment, mail: string | undefined): Promise<Finding[]> {
  const machine = await machineFindings(readMachine(environment));
  const { settings, findings } = settingsFindings(environment);
  if (settings === undefined) {
    return [
      ...machine,
      ...findings,
      skipped("everything else", "The settings have to be correct before it can be checked."),
    ];
  }
  return [
    ...machine,
    ...findings,
    ...(await guarded("data folder", () => dataFolderFindings(settings))),
    ...(await storedFindings(settings)),
    ...(await guarded("port", async () => addressFindings(settings, keysIfThere(settings)))),
    ...(await guarded("mail", () => mailFindings(settings, mail))),
    ...(await guarded("object store", () => storeFindings(settings))),
  ];
}

/** An error of the check itself, such as a key file that cannot be read, is a finding of it. */
async function guarded(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [failed(check, `It could not be checked: ${errorMessage(error)}.`, "Correct this and check again.")];
  }
}

/** What the database knows. The embedded one belongs to a running server, which is asked then. */
async function storedFindings(settings: Settings): Promise<Finding[]> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined) {
    const answered = await askServer(dataDir);
    if (answered) return answered;
    if (!existsSync(join(dataDir, "database", "PG_VERSION"))) return [noDatabase()];
    // Files that another user creates in it would keep the server from starting.
    if (otherOwner(dataDir) !== undefined)
      return [skipped("database", "It is opened by the user of the server alone.")];
  }
  return guarded("database", async () => {
    const opened = await openDb({ dataDir, databaseUrl }).catch((error: unknown) => {
      if (error instanceof CannotStart) return error.message;
      throw error;
    });
    if (typeof opened === "string") return [failed("database", opened, databaseAdvice(opened, databaseUrl))];
    try {
      const findings = await databaseFindings({ database: opened, keys: keysIfThere(settings) });
      const isReadable = findings.every(({ check, state }) => check !== "migrations" || state === "ok");
      return [...findings, ...(isReadable ? await guarded("hosts", () => hostFindings(opened.db, settings)) : [])];
    } finally {
      await opened.close();
    }
  });
}

function databaseAdvice(reason: string, databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return "Stop the server of this data folder, or run clew doctor as its user.";
  if (/password|authentication|role/i.test(reason)) return "Check the user and the password in DATABASE_URL.";
  if (/does not exist/i.test(reason)) return "Create the database: createdb --encoding UTF8 --template template0 clew";
  return "Check the host and port in DATABASE_URL, that PostgreSQL runs, and the firewall.";
}

const ServerFindings = z.array(
  z.object({ check: z.string(), state: z.enum(FINDING_STATES), says: z.string(), advice: z.string() }),
);

/** @returns undefined where no server runs on the data folder */
async function askServer(dataDir: string): Promise<Finding[] | undefined> {
  const findings: Finding[] = [];
  for (const command of ["database", "hosts"]) {
    const outcome = await sendToRunningServer(dataDir, [command, "check", "--json"]);
    if (outcome === undefined) return undefined;
    if (outcome.status !== 0) {
      findings.push(skipped(command, `The running server could not check it: ${outcome.err.split("\n")[0] ?? ""}`));
      continue;
    }
    findings.push(...ServerFindings.parse(JSON.parse(outcome.out)));
  }
  return findings;
}

const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok", warning: "WARN", failed: "FAIL", skipped: "-" };

function inFormat(format: Format, findings: readonly Finding[], columns: readonly string[]): string {
  if (format === "json") return jsonLine(findings);
  if (format !== "text") return rowLines(format, findings, columns);
  const width = findings.reduce((maximum, { check }) => Math.max(maximum, check.length), 0);
  const lines = findings.flatMap(({ check, state, says, advice }) => [
    `${MARKS[state].padEnd(6)}${check.padEnd(width + 2)}${says}`,
    ...(advice === "" ? [] : [`${" ".repeat(width + 8)}${advice}`]),
  ]);
  const count = (state: Finding["state"]): number => findings.filter((finding) => finding.state === state).length;
  return `${[...lines, "", `${count("failed")} failed, ${count("warning")} warnings, ${count("ok")} in order.`].join("\n")}\n`;
}
