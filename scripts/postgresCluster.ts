// A temporary PostgreSQL: created in a temporary folder, started, stopped, restarted, and removed.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { freePort } from "./freePort.ts";
import { tmpfsFolder } from "./tmpfsFolder.ts";

export interface Cluster {
  readonly url: string;
  /** "fast" ends all sessions and writes a checkpoint; "crash" simulates a power cut: the next start recovers from the log. */
  halt(how: "fast" | "crash"): Promise<void>;
  /** After `halt`: resolves when the server accepts connections. */
  resume(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}
/** The user of the server process: PostgreSQL refuses to run as root. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const isRoot = process.getuid?.() === 0;

/** The folder with `initdb` and `postgres`: on the PATH, or the newest of Debian's, whose folders have the version in their name. */
export function findPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

function findOwner(): Owner | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "fsync=off",
  "max_connections=200",
  // Tables of tests have no statistics: PostgreSQL then compiles statements that return a few rows, for a third of its processor time.
  "jit=off",
];

/**
 * Creates and starts a cluster.
 * @returns a string is the reason why it cannot
 */
export async function startCluster(): Promise<Cluster | string> {
  if (process.platform === "win32") return "a throw-away cluster is not set up on Windows";
  const programs = findPrograms();
  if (!programs) return "its programs (initdb, postgres) are not installed";
  const owner = isRoot ? findOwner() : undefined;
  if (isRoot && !owner) return "it must not run as root, and there is no user called postgres";

  const folder = mkdtempSync(join(tmpfsFolder(), "clew-postgres-"));
  const data = join(folder, "data");
  const options = { cwd: folder, ...owner, env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" } };
  const password = writePassword(folder, owner);
  const initdb = spawnSync(
    join(programs, "initdb"),
    `-U clew --pwfile password --auth scram-sha-256 -E UTF8 --no-sync -D`.split(" ").concat(data),
    { ...options, encoding: "utf8" },
  );
  if (initdb.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return `initdb failed: ${initdb.stderr.trim() || String(initdb.error)}`;
  }

  const port = await freePort();
  const settings = [`port=${port}`, ...SETTINGS];
  let server: ChildProcess | undefined;
  const start = (): Promise<string | undefined> => {
    server = spawn(join(programs, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return untilReady(server);
  };
  const halt = async (how: "fast" | "crash"): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    // The signals of `pg_ctl stop` with `-m fast` and with `-m immediate`.
    server.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
    await once(server, "exit");
  };
  const remove = async (): Promise<void> => {
    await halt("fast");
    rmSync(folder, { recursive: true, force: true });
  };
  const reason = await start();
  if (reason) {
    await remove();
    return reason;
  }
  return {
    url: `postgres://clew:${password}@127.0.0.1:${port}/postgres`,
    halt,
    resume: async () => {
      const failure = await start();
      if (failure) throw new Error(failure);
    },
    remove,
  };
}

/** Writes a new password to `password` in the folder, which only the owner can read from then on. */
function writePassword(folder: string, owner: Owner | undefined): string {
  const password = randomBytes(18).toString("base64url");
  const file = join(folder, "password");
  writeFileSync(file, password, { mode: 0o600 });
  if (owner) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(file, owner.uid, owner.gid);
  }
  chmodSync(folder, 0o700);
  return password;
}

/** Waits until the server logs that it is ready; returns its last output if it exits instead. */
function untilReady(server: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let log = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-4000);
      if (log.includes("ready to accept connections")) resolve(undefined);
    });
    server.on("error", (error) => resolve(error.message));
    server.on("exit", () => resolve(`it did not start: ${log.trim()}`));
  });
}
