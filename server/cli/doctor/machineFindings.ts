/** The machine: Node, git, ssh, memory and open files. */
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { errorMessage } from "../../errors.ts";
import { gitVersion } from "../../git/gitProcess.ts";
import { usableMemoryBytes } from "../../process/machine.ts";
import { MEGABYTE } from "../../sizes.ts";
import { failed, type Finding, ok, skipped, warning } from "./Finding.ts";

/** What the package and git's guards need (docs/OPERATING.md, "What the machine needs"). */
const NODE = 24;
const GIT = [2, 37] as const;
/** An idle server with the embedded database, and one during the first sync of a large repository, in megabytes. */
const LEAST_MB = 512;
const ENOUGH_MB = 1500;
/** Files and sockets: each open page has a socket, and each build of an index some hundred files. */
const LEAST_FILES = 4096;

/** What is measured of the machine. */
export interface MachineFacts {
  readonly node: string;
  /** Bytes that the process may use. */
  readonly memory: number;
  /** Files that the process may open; undefined where the system does not say. */
  readonly files: number | undefined;
  readonly hasSsh: boolean;
}

/** Measures this machine. */
export function readMachine(environment: Readonly<Record<string, string | undefined>>): MachineFacts {
  return {
    node: process.versions.node,
    memory: usableMemoryBytes(),
    files: openFileLimit(),
    hasSsh: hasProgram("ssh", environment["PATH"] ?? ""),
  };
}

/** Node raises the soft limit to the hard one at its start, so both are equal here. */
function openFileLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? undefined : limit === "unlimited" ? Infinity : Number(limit);
  } catch {
    return undefined;
  }
}

function hasProgram(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, process.platform === "win32" ? `${name}.exe` : name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Findings about the machine, of which git is asked. */
export async function machineFindings({ node, memory, files, hasSsh }: MachineFacts): Promise<Finding[]> {
  const megabytes = Math.floor(memory / MEGABYTE);
  return [
    Number(node.split(".")[0]) >= NODE
      ? ok("node", `Node ${node}.`)
      : failed("node", `This is Node ${node}.`, `Install Node ${NODE} or newer.`),
    await gitFinding(),
    hasSsh
      ? ok("ssh", "ssh is installed.")
      : warning("ssh", "ssh is not installed.", "Install it (openssh-client) if repositories have ssh addresses."),
    memoryFinding(megabytes),
    filesFinding(files),
  ];
}

async function gitFinding(): Promise<Finding> {
  const install = `Install git ${GIT.join(".")} or newer; until then no repository can be read.`;
  let version: string;
  try {
    version = await gitVersion();
  } catch (error) {
    return failed("git", `git cannot be started: ${errorMessage(error)}`, install);
  }
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNew = major > GIT[0] || (major === GIT[0] && minor >= GIT[1]);
  return isNew ? ok("git", `git ${version}.`) : failed("git", `This is git ${version}.`, install);
}

function memoryFinding(megabytes: number): Finding {
  const says = `${megabytes} MB of memory.`;
  if (megabytes < LEAST_MB) {
    return failed("memory", says, `Give the server at least ${LEAST_MB} MB, better ${ENOUGH_MB} MB.`);
  }
  if (megabytes >= ENOUGH_MB) return ok("memory", says);
  return warning("memory", says, `The first sync of a large repository takes up to ${ENOUGH_MB} MB.`);
}

function filesFinding(files: number | undefined): Finding {
  if (files === undefined) return skipped("open files", "This system does not say how many files may be open.");
  const says = `${files === Infinity ? "Any number of" : files} files may be open.`;
  if (files >= LEAST_FILES) return ok("open files", says);
  return warning(
    "open files",
    says,
    `Raise the limit to 65536: LimitNOFILE= of a systemd unit, ulimits of a container, or ulimit -Hn of the shell.`,
  );
}
