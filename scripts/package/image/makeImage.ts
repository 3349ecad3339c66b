// `npm run package -- --image amd64,arm64` makes dist-package/image, an image in the layout of the OCI, of the files of the npm package, of
// Node and of packages of Debian that deploy/image names with their sums. It needs neither root nor a daemon, and no machine of that architecture.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Architecture, unpackBase } from "./basePackages.ts";
import { containerConfig } from "./containerConfig.ts";
import { type Image, writeLayout } from "./ociLayout.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Node's names of architectures. */
const NODE_ARCHITECTURES: Readonly<Record<Architecture, string>> = { amd64: "x64", arm64: "arm64" };
const MERGED = ["bin", "lib", "lib64", "sbin"];
/** The user of deploy/Dockerfile. */
const USER_ID = 1000;

/** What the server never runs or reads: as deploy/slimImage.sh, but the licences of the packages stay. */
const UNUSED = [
  /^usr\/share\/(?:man|info|locale|lintian|bash-completion|zsh|fish|zoneinfo|perl5|gitweb|bug|menu)(?:\/|$)/,
  /^usr\/share\/doc\/(?!clew\/)[^/]+\/(?!copyright$)/,
  /^usr\/share\/(?:git-core\/contrib|doc-base)(?:\/|$)/,
  /^usr\/lib\/[^/]+-linux-gnu\/(?:gconv|perl|perl5|perl-base)(?:\/|$)/,
  /^usr\/lib\/(?:systemd|udev)(?:\/|$)/,
  /^usr\/sbin\//,
  /^usr\/lib\/git-core\/(?:git-daemon|git-imap-send|git-http-backend|git-http-push|git-http-fetch|git-shell|git-instaweb|git-credential-cache.*|scalar|git-sh-i18n--envsubst|git-add--interactive|git-archimport|git-cvs.*|git-filter-branch|git-p4|git-send-email|git-svn|git-subtree)$/,
  /^usr\/bin\/(?:scalar|git-shell|c_rehash|ssh-add|ssh-agent|ssh-argv0|ssh-copy-id|ssh-keyscan)$/,
];

export interface ImageOptions {
  /** The files of the npm package, as `makePackage` leaves them. */
  readonly staged: string;
  /** For the layout. */
  readonly folder: string;
  readonly architectures: readonly Architecture[];
  /** Where downloads are kept. */
  readonly cache: string;
}

/** Writes a layout with the images of some architectures. @returns its digest, and the bytes of the files of each image */
export async function makeImage({ staged, folder, architectures, cache }: ImageOptions) {
  const manifest = JSON.parse(readFileSync(join(staged, "package.json"), "utf8")) as Manifest;
  const images: Image[] = [];
  for (const architecture of architectures) images.push(await imageOf(architecture, { staged, cache, ...manifest }));
  const bytes = images.map(({ layers }) => layers.reduce((sum, { tar }) => sum + tar.length, 0));
  return { digest: writeLayout(folder, manifest.version, images), bytes };
}

interface Manifest {
  readonly version: string;
  readonly released: string;
}

async function imageOf(
  architecture: Architecture,
  { staged, cache, version, released }: Manifest & Pick<ImageOptions, "staged" | "cache">,
): Promise<Image> {
  const work = mkdtempSync(join(tmpdir(), "clew-image-"));
  try {
    const [base, node, product] = [join(work, "base"), join(work, "node"), join(work, "product")];
    await stageBase(base, architecture, cache);
    write(join(node, "usr/lib/clew/node"), nodeProgram(architecture, work), 0o755);
    stageProduct(product, staged);
    const seconds = Date.parse(released) / 1000;
    return {
      architecture,
      created: new Date(released).toISOString(),
      config: containerConfig(readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8"), {
        "org.opencontainers.image.title": "clew",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
      }),
      layers: [
        { tar: archiveOf(base, seconds), of: "packages of Debian" },
        { tar: archiveOf(node, seconds), of: "Node" },
        { tar: archiveOf(product, seconds), of: `clew ${version}` },
      ],
    };
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function stageBase(root: string, architecture: Architecture, cache: string): Promise<void> {
  for (const name of MERGED) {
    mkdirSync(join(root, "usr", name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  await unpackBase(architecture, root, cache);
  const certificates = join(root, "usr/share/ca-certificates/mozilla");
  const texts = readdirSync(certificates)
    .toSorted()
    .map((name) => readFileSync(join(certificates, name), "utf8").trimEnd());
  write(join(root, "etc/ssl/certs/ca-certificates.crt"), `${texts.join("\n")}\n`);
  rmSync(certificates, { recursive: true });
  write(
    join(root, "etc/passwd"),
    `root:x:0:0:root:/root:/usr/sbin/nologin\nclew:x:${USER_ID}:${USER_ID}::/data:/usr/sbin/nologin\n`,
  );
  write(join(root, "etc/group"), `root:x:0:\nclew:x:${USER_ID}:\n`);
  write(join(root, "etc/nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
  const shell = join(root, "usr/bin/sh");
  if (!existsSync(shell)) symlinkSync("dash", shell);
  for (const name of ["proc", "sys", "dev", "run", "root"]) mkdirSync(join(root, name), { recursive: true });
  removeUnused(root);
}

function stageProduct(root: string, staged: string): void {
  const program = join(root, "usr/lib/clew");
  cpSync(staged, program, { recursive: true });
  rmSync(join(program, "docs"), { recursive: true, force: true });
  for (const name of ["clew", "clew-mcp"]) {
    write(join(root, "usr/bin", name), readFileSync(join(import.meta.dirname, "../deb/files", name)), 0o755);
  }
}

/** The program of the npm package that the project pins, of the sum in package-lock.json. */
function nodeProgram(architecture: Architecture, work: string): Buffer {
  const name = `node-linux-${NODE_ARCHITECTURES[architecture]}`;
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; integrity: string } | undefined>;
  };
  const pinned = lock.packages[`node_modules/${name}`];
  if (!pinned) throw new Error(`package-lock.json has no ${name}.`);
  const packed = run("npm", ["pack", "--silent", "--pack-destination", work, `${name}@${pinned.version}`]).trim();
  const bytes = readFileSync(join(work, packed));
  if (`sha512-${createHash("sha512").update(bytes).digest("base64")}` !== pinned.integrity) {
    throw new Error(`${name} has other bytes than package-lock.json says.`);
  }
  run("tar", ["--extract", "--gzip", "--file", join(work, packed), "--directory", work, "package/bin/node"]);
  return readFileSync(join(work, "package/bin/node"));
}

function removeUnused(root: string): void {
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (UNUSED.some((unused) => unused.test(path))) rmSync(join(root, path), { recursive: true, force: true });
  }
}

/** The files of a layer, owned by root and with one time. The lowest layer has the folders that the user may write. */
function archiveOf(folder: string, seconds: number): Buffer {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    // No program gives a user other rights, and the umask of who makes the image does not reach it.
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
  chmodSync(folder, 0o755);
  const archive = `${folder}.tar`;
  const form = ["--format=gnu", "--numeric-owner", "--sort=name", `--mtime=@${seconds}`, "--file", archive];
  run("tar", ["--create", ...form, "--owner=0", "--group=0", "--directory", folder, "."]);
  if (existsSync(join(folder, "etc/passwd"))) {
    const stage = mkdtempSync(`${folder}-own-`);
    for (const name of ["data", "backups"]) mkdirSync(join(stage, name));
    mkdirSync(join(stage, "tmp"));
    for (const name of ["data", "backups"]) chmodSync(join(stage, name), 0o700);
    chmodSync(join(stage, "tmp"), 0o1777);
    run("tar", [
      "--append",
      ...form,
      `--owner=${USER_ID}`,
      `--group=${USER_ID}`,
      "--directory",
      stage,
      "./backups",
      "./data",
    ]);
    run("tar", ["--append", ...form, "--owner=0", "--group=0", "--directory", stage, "./tmp"]);
  }
  return readFileSync(archive);
}

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
