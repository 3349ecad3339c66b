/** The settings: values that are refused, names that no setting has, and folders that are not there. */
import { statSync } from "node:fs";
import { CannotStart, errorMessage } from "../../errors.ts";
import { readSettings, SETTING_NAMES, type Settings } from "../../settings.ts";
import { didYouMean } from "../parseArguments.ts";
import { failed, type Finding, ok, warning } from "./Finding.ts";

/** Variables of the command line and of the backup, which are no settings of the server. */
const OF_THE_COMMAND_LINE = ["CLEW_URL", "CLEW_TOKEN", "CLEW_PROJECT", "CLEW_CACHE", "CLEW_CACHE_MB"];
/** A cookie-cutter value that is in documents is not a key. */
const EXAMPLE_KEY = /change.?me|example|secret|password|^(.)\1+$/i;

export interface ReadSettings {
  /** Undefined where they are refused. */
  readonly settings: Settings | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the settings as the server does, without ending the process. */
export function settingsFindings(environment: Readonly<Record<string, string | undefined>>): ReadSettings {
  const names = unknownNames(environment);
  try {
    const settings = readSettings(environment);
    const findings = [...names, ...keyFindings(settings), ...pathFindings(settings)];
    return {
      settings,
      findings: [ok("settings", `${settingsSet(environment)} of the environment are read.`), ...findings],
    };
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    const says = errorMessage(error);
    return {
      settings: undefined,
      findings: [failed("settings", says, "Correct them; docs/OPERATING.md lists the settings."), ...names],
    };
  }
}

function settingsSet(environment: Readonly<Record<string, string | undefined>>): string {
  const count = SETTING_NAMES.filter((name) => environment[name]).length;
  return count === 1 ? "1 setting" : `${count} settings`;
}

function unknownNames(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  const names = [...SETTING_NAMES, ...OF_THE_COMMAND_LINE];
  return Object.keys(environment)
    .filter((name) => name.startsWith("CLEW_") && !names.includes(name))
    .toSorted()
    .map((name) =>
      warning("settings", `No setting has the name ${name}.${didYouMean(name, names)}`, "Correct it or remove it."),
    );
}

function keyFindings({ masterKey, allowedOrigins, publicUrl, host, databaseUrl, roles }: Settings): Finding[] {
  const findings: Finding[] = [];
  if (masterKey !== undefined && EXAMPLE_KEY.test(masterKey)) {
    findings.push(
      failed(
        "settings",
        "CLEW_MASTER_KEY looks like the value of an example.",
        "Make one by openssl rand -base64 48. If the server has run with this one, change it by clew operator key rotate.",
      ),
    );
  }
  if (publicUrl !== undefined && allowedOrigins.includes(new URL(publicUrl).origin)) {
    findings.push(
      warning(
        "settings",
        "CLEW_ALLOWED_ORIGINS names the server's own address.",
        "Remove it: the setting is for pages of other origins.",
      ),
    );
  }
  if (databaseUrl === undefined && !(roles.includes("web") && roles.includes("worker"))) {
    findings.push(
      failed(
        "settings",
        `CLEW_ROLE is ${roles.join(",")}, and the embedded database belongs to one process.`,
        "Set DATABASE_URL, or remove CLEW_ROLE.",
      ),
    );
  }
  if (host === "0.0.0.0" && publicUrl === undefined) {
    findings.push(
      warning(
        "settings",
        "The server listens for the network, and CLEW_PUBLIC_URL is not set: links in mails have the address localhost.",
        "Set CLEW_PUBLIC_URL to the address that people open.",
      ),
    );
  }
  return findings;
}

function pathFindings({ allowedPaths }: Settings): Finding[] {
  return allowedPaths
    .filter((path) => !isFolder(path))
    .map((path) =>
      warning(
        "settings",
        `CLEW_ALLOWED_PATHS names ${path}, which is no folder that this user can see.`,
        "Create it, give the user of the server access, or remove it.",
      ),
    );
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
