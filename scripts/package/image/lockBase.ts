// `node scripts/package/image/lockBase.ts` writes deploy/image/amd64.json and arm64.json: the packages of Debian that the image has, with
// their sums. apt finds them and checks Debian's signatures; it needs neither root nor a machine of that architecture.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ARCHITECTURES, type Architecture, type BasePackage, lockPath } from "./basePackages.ts";

const SUITE = "bookworm";
const SOURCES = ["debian", "debian-security", "debian"].map(
  (archive, place) => `deb http://deb.debian.org/${archive} ${SUITE}${["", "-security", "-updates"][place]} main\n`,
);
/** What the server runs: git with https and ssh, tar for backups, and a shell for git. */
const WANTED = ["base-files", "ca-certificates", "dash", "git", "libstdc++6", "netbase", "openssh-client", "tar"];
/** Needed to install packages, by parts of git that the server does not run, or by Perl. */
const LEFT_OUT =
  /^(?:adduser|debconf|debianutils|dpkg|git-man|libaudit.*|libcap-ng0|libdb5\.3|liberror-perl|libgdbm.*|libpam.*|libperl.*|libsemanage.*|libsepol2|mawk|openssl|passwd|perl.*)$/;

function packagesOf(architecture: Architecture): BasePackage[] {
  const folder = mkdtempSync(join(tmpdir(), "clew-apt-"));
  try {
    for (const path of ["lists/partial", "archives/partial"]) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, "status"), "");
    writeFileSync(join(folder, "sources.list"), SOURCES.join(""));
    const options = [
      `APT::Architecture=${architecture}`,
      `APT::Architectures::=${architecture}`,
      "APT::Install-Recommends=false",
      "Acquire::ForceHash=sha256",
      "Acquire::Languages=none",
      `Dir::State=${folder}`,
      `Dir::State::status=${folder}/status`,
      `Dir::State::lists=${folder}/lists`,
      `Dir::Cache=${folder}`,
      `Dir::Etc::sourcelist=${folder}/sources.list`,
      "Dir::Etc::sourceparts=/dev/null",
    ].flatMap((option) => ["-o", option]);
    apt([...options, "-qq", "update"]);
    const printed = apt([...options, "--print-uris", "-qq", "-y", "install", ...WANTED]);
    return [...printed.matchAll(/^'([^']+)' (\S+) (\d+) SHA256:([0-9a-f]{64})$/gm)]
      .map(([, url = "", file = "", size, sha256 = ""]) => ({
        name: file.split("_")[0] ?? "",
        url: url.replace(/^http:/, "https:"),
        size: Number(size),
        sha256,
      }))
      .filter(({ name }) => !LEFT_OUT.test(name))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns what it printed. @throws Error when it fails */
function apt(args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("apt-get", args, { encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`apt-get ended with ${status}: ${stderr}`);
  return stdout;
}

for (const architecture of ARCHITECTURES) {
  const packages = packagesOf(architecture);
  writeFileSync(lockPath(architecture), `${JSON.stringify({ suite: SUITE, packages }, null, 2)}\n`);
  console.log(`${lockPath(architecture)}: ${packages.length} packages`);
}
