// `npm run package -- --deb` makes dist-package/clew_VERSION_ARCHITECTURE.deb of the files of the npm package, with Node in it. It needs
// neither root nor Debian: GNU tar, and an archive of ar that is written here.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { arArchive } from "./arArchive.ts";
import { changelogOf, controlOf, copyrightOf } from "./debianDocuments.ts";

const FILES = join(import.meta.dirname, "files");
/** Debian's names of architectures. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const SCRIPTS = ["postinst", "prerm", "postrm"];
const PROGRAMS = { clew: "usr/bin", "clew-mcp": "usr/bin", "clew-admin": "usr/sbin" };
const COMPLETIONS = {
  bash: "usr/share/bash-completion/completions/clew",
  zsh: "usr/share/zsh/vendor-completions/_clew",
  fish: "usr/share/fish/vendor_completions.d/clew.fish",
};

/**
 * Makes the Debian package.
 * @param staged the files of the npm package, as `makePackage` leaves them
 * @param folder for the .deb
 * @returns the path of the .deb
 */
export function makeDeb(staged: string, folder: string): string {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined || process.platform !== "linux") {
    throw new Error("A Debian package is made on Linux, on x64 or arm64.");
  }
  const { version, released } = JSON.parse(readFileSync(join(staged, "package.json"), "utf8")) as {
    version: string;
    released: string;
  };
  const work = mkdtempSync(join(tmpdir(), "clew-deb-"));
  try {
    const root = join(work, "root");
    stageProgram(staged, root);
    stageDocuments(staged, root, version, released);
    const control = join(work, "control");
    stageControl(root, control, version, architecture);
    const seconds = Date.parse(released) / 1000;
    const path = join(folder, `clew_${version}_${architecture}.deb`);
    const members = [
      { name: "debian-binary", content: Buffer.from("2.0\n") },
      { name: "control.tar.gz", content: packed(control, seconds) },
      { name: "data.tar.gz", content: packed(root, seconds) },
    ];
    writeFileSync(path, arArchive(members, seconds));
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The product below usr/lib, its commands, and the unit. */
function stageProgram(staged: string, root: string): void {
  const program = join(root, "usr/lib/clew");
  cpSync(staged, program, { recursive: true });
  // Debian has them at places of its own.
  for (const path of ["LICENSE", "THIRD-PARTY-NOTICES", "CHANGELOG.md", "man"])
    rmSync(join(program, path), { recursive: true });
  for (const path of readdirSync(program, { recursive: true, encoding: "utf8" })) {
    if (/(?:^|\/)LICENSE$/.test(path)) rmSync(join(program, path));
  }
  // They are run by that Node alone, through the commands below.
  for (const name of readdirSync(join(program, "bin"))) {
    const path = join(program, "bin", name);
    write(path, readFileSync(path, "utf8").replace(/^#!.*\n/, ""));
  }
  write(join(program, "node"), readFileSync(nodeProgram()), 0o755);
  for (const [name, place] of Object.entries(PROGRAMS)) copy(name, join(root, place, name), 0o755);
  copy("clew.service", join(root, "usr/lib/systemd/system/clew.service"));
  copy("clew.env", join(root, "etc/clew/clew.env"), 0o640);
  copy("lintian-overrides", join(root, "usr/share/lintian/overrides/clew"));
}

/** The program of the npm package with Node, and not the one that runs this: that may be of the machine. */
function nodeProgram(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`node-linux-${process.arch}/package.json`)), "bin", "node");
}

const nodeLicence = (): string => join(dirname(dirname(nodeProgram())), "LICENSE");

function stageDocuments(staged: string, root: string, version: string, released: string): void {
  const documents = join(root, "usr/share/doc/clew");
  const gzipped = { "NODE-LICENSE": nodeLicence(), "THIRD-PARTY-NOTICES": join(staged, "THIRD-PARTY-NOTICES") };
  write(join(documents, "copyright"), copyrightOf(readFileSync(join(staged, "LICENSE"), "utf8")));
  for (const [name, path] of Object.entries(gzipped)) write(join(documents, `${name}.gz`), gzip(readFileSync(path)));
  write(join(documents, "changelog.gz"), gzip(Buffer.from(changelogOf(version, released))));
  write(join(documents, "NEWS.md.gz"), gzip(readFileSync(join(staged, "CHANGELOG.md"))));
  const manual = readFileSync(join(staged, "man", "clew.1"));
  write(join(root, "usr/share/man/man1/clew.1.gz"), gzip(manual));
  write(join(root, "usr/share/man/man1/clew-mcp.1.gz"), gzip(Buffer.from(".so man1/clew.1\n")));
  const admin = readFileSync(join(FILES, "clew-admin.8"), "utf8");
  write(
    join(root, "usr/share/man/man8/clew-admin.8.gz"),
    gzip(Buffer.from(admin.replace("@DAY@", released).replace("@VERSION@", version))),
  );
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    const script = run(process.execPath, [join(staged, "bin", "clew.js"), "completion", shell]);
    write(join(root, path), script);
  }
}

function stageControl(root: string, control: string, version: string, architecture: string): void {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted();
  const kilobytes = files.reduce((sum, path) => sum + Math.ceil(statSync(join(root, path)).size / 1024), 0);
  const sum = (path: string): string =>
    createHash("md5")
      .update(readFileSync(join(root, path)))
      .digest("hex");
  write(join(control, "control"), controlOf({ version, architecture, kilobytes }));
  write(
    join(control, "md5sums"),
    files
      .filter((path) => !path.startsWith("etc/"))
      .map((path) => `${sum(path)}  ${path}\n`)
      .join(""),
  );
  write(join(control, "conffiles"), "/etc/clew/clew.env\n");
  for (const name of SCRIPTS) copy(name, join(control, name), 0o755);
}

/** A folder as a compressed archive with the same bytes on each machine, and everything owned by root. */
function packed(folder: string, seconds: number): Buffer {
  // The permissions of folders depend on the umask of the user.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(folder, 0o755);
  const archive = join(dirname(folder), "archive.tar");
  const options = ["--format=ustar", "--sort=name", "--owner=root:0", "--group=root:0", `--mtime=@${seconds}`];
  run("tar", [...options, "--create", "--file", archive, "--directory", folder, "."]);
  return gzip(readFileSync(archive));
}

/** The bytes of Node's gzip have no time and no name. */
const gzip = (content: Buffer): Buffer => gzipSync(content, { level: 9 });

const copy = (name: string, path: string, mode = 0o644): void => write(path, readFileSync(join(FILES, name)), mode);

function write(path: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** @returns what it printed. @throws Error when it fails */
function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 << 20 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}
