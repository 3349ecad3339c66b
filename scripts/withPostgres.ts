// `node scripts/withPostgres.ts npm test` runs a command with a temporary PostgreSQL, whose address is in TEST_DATABASE_URL.
// Without a PostgreSQL it prints the reason and runs the command: the tests then skip that database. With `--install` before the command it
// first tries Debian's packages, including the pooler PgBouncer and the directory server slapd, each of which one test needs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findPrograms, startCluster } from "./postgresCluster.ts";

function installFromDebian(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const missing = [
    ...(findPrograms() ? [] : ["postgresql"]),
    ...(existsSync("/usr/sbin/pgbouncer") ? [] : ["pgbouncer"]),
    ...(existsSync("/usr/sbin/slapd") ? [] : ["slapd"]),
  ];
  if (missing.length === 0) return;
  const apt = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  if (!apt("update")) return;
  // Installed separately: each is needed also without the others.
  for (const name of missing) {
    console.log(`Tests: installing Debian's package ${name} …`);
    apt("install", "-y", "--no-install-recommends", name);
  }
}

const mayInstall = process.argv[2] === "--install";
const [command, ...args] = process.argv.slice(mayInstall ? 3 : 2);
if (!command) {
  console.error("Usage: node scripts/withPostgres.ts [--install] <command> [arguments]");
  process.exit(1);
}
if (mayInstall) installFromDebian();
const cluster = await startCluster();
console.log(
  typeof cluster === "string"
    ? `PostgreSQL: left out, since ${cluster}.`
    : "PostgreSQL: a throw-away cluster is running.",
);
const env = typeof cluster === "string" ? process.env : { ...process.env, TEST_DATABASE_URL: cluster.url };
const child = spawn(command, args, { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
const status = await new Promise<number>((resolve) => {
  child.on("error", (error) => {
    console.error(`${command}: ${error.message}`);
    resolve(127);
  });
  child.on("exit", (code) => resolve(code ?? 1));
});
if (typeof cluster !== "string") await cluster.remove();
process.exit(status);
