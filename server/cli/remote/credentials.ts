/** Tokens of servers, in the user's settings folder, readable only by that user. */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const Kept = z.object({
  /** The server of the last sign-in. */
  current: z.string().nullable(),
  servers: z.record(z.string(), z.object({ token: z.string().min(1) })),
});
export type Kept = z.output<typeof Kept>;

const NOTHING: Kept = { current: null, servers: {} };

/** `~/.config/clew/credentials.json`, or where the system keeps such things. */
export function credentialsFile(environment: NodeJS.ProcessEnv): string {
  const folder =
    environment["XDG_CONFIG_HOME"] ||
    (process.platform === "win32" ? environment["APPDATA"] : undefined) ||
    join(homedir(), ".config");
  return join(folder, "clew", "credentials.json");
}

/** What is kept; nothing when the file is not there or is not ours to read. */
export function readCredentials(environment: NodeJS.ProcessEnv): Kept {
  try {
    return Kept.parse(JSON.parse(readFileSync(credentialsFile(environment), "utf8")));
  } catch {
    return NOTHING;
  }
}

export function writeCredentials(environment: NodeJS.ProcessEnv, credentials: Kept): void {
  const file = credentialsFile(environment);
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  // Written to a temporary file and renamed, so that it is never incomplete, and never readable by other users.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}
