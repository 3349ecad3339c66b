/**
 * The Debian package. Its contents are read without any of Debian's programs; where these are, it is examined by them as well. In a root
 * file system of debootstrap, which CLEW_DEBIAN_ROOT names, it is installed, started, upgraded and purged.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDeb } from "../../scripts/package/deb/makeDeb.ts";
import { makePackage } from "../../scripts/package/makePackage.ts";

interface TarEntry {
  readonly mode: number;
  readonly owner: string;
  readonly isFolder: boolean;
  readonly content: Buffer;
}

const debianRoot = process.env["CLEW_DEBIAN_ROOT"];
const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

let folder: string;
let deb: string;
let archive: Buffer;
let members: ReadonlyMap<string, Buffer>;
let control: ReadonlyMap<string, TarEntry>;
let data: ReadonlyMap<string, TarEntry>;
const textOf = (entries: ReadonlyMap<string, TarEntry>, path: string): string =>
  entries.get(path)?.content.toString() ?? `${path} is not there.`;

/** Members of an archive of ar by their names. */
function membersOf(bytes: Buffer): Map<string, Buffer> {
  expect(bytes.subarray(0, 8).toString()).toBe("!<arch>\n");
  const members = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length;) {
    const header = bytes.subarray(at, at + 60).toString();
    expect(header.slice(58)).toBe("`\n");
    const size = Number(header.slice(48, 58));
    members.set(header.slice(0, 16).trim(), bytes.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

/** Entries of a tar in the form ustar. */
function entriesOf(compressed: Buffer | undefined): Map<string, TarEntry> {
  const bytes = gunzipSync(compressed ?? Buffer.alloc(0));
  const entries = new Map<string, TarEntry>();
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const field = (from: number, to: number): string =>
      bytes
        .subarray(at + from, at + to)
        .toString()
        .replace(/\0.*$/s, "");
    const size = parseInt(field(124, 136), 8);
    const [name, prefix] = [field(0, 100), field(345, 500)];
    entries.set((prefix === "" ? name : `${prefix}/${name}`).replace(/^\.\//, ""), {
      mode: parseInt(field(100, 108), 8),
      owner: `${field(265, 297)}:${field(297, 329)} ${parseInt(field(108, 116), 8)}:${parseInt(field(116, 124), 8)}`,
      isFolder: field(156, 157) === "5",
      content: bytes.subarray(at + 512, at + 512 + size),
    });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-debian-"));
  await makePackage(folder);
  deb = makeDeb(join(folder, "clew"), folder);
  archive = readFileSync(deb);
  members = membersOf(archive);
  control = entriesOf(members.get("control.tar.gz"));
  data = entriesOf(members.get("data.tar.gz"));
}, 240_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the same files give the same bytes, with any umask", () => {
  const before = process.umask(0o077);
  const again = mkdtempSync(join(tmpdir(), "clew-debian-again-"));
  const second = readFileSync(makeDeb(join(folder, "clew"), again));
  process.umask(before);
  rmSync(again, { recursive: true });
  expect(second.equals(archive)).toBe(true);
});

test("is an archive of the parts that Debian expects, in order", () => {
  expect([...members.keys()]).toEqual(["debian-binary", "control.tar.gz", "data.tar.gz"]);
  expect(members.get("debian-binary")?.toString()).toBe("2.0\n");
});

test("everything belongs to root, and no other user may write it", () => {
  const entries = [...data, ...control];
  expect(entries.length).toBeGreaterThan(500);
  expect(entries.filter(([, { owner }]) => owner !== "root:root 0:0")).toEqual([]);
  expect(entries.filter(([, { mode }]) => (mode & 0o022) !== 0)).toEqual([]);
  expect(entries.filter(([, { isFolder, mode }]) => isFolder && mode !== 0o755)).toEqual([]);
});

test("has the program with Node, its commands, the service, documents, manual pages and completions", () => {
  const { version } = JSON.parse(readFileSync(join(folder, "clew", "package.json"), "utf8")) as { version: string };
  expect(textOf(control, "control")).toMatch(
    new RegExp(`^Package: clew\nVersion: ${version}\nArchitecture: (?:amd64|arm64)\n`),
  );
  expect(textOf(control, "conffiles")).toBe("/etc/clew/clew.env\n");
  for (const path of ["usr/bin/clew", "usr/bin/clew-mcp", "usr/sbin/clew-admin", "usr/lib/clew/node"]) {
    expect([path, data.get(path)?.mode]).toEqual([path, 0o755]);
  }
  // Passwords may be in it.
  expect(data.get("etc/clew/clew.env")?.mode).toBe(0o640);
  expect(data.get("usr/lib/clew/node")?.content.subarray(1, 4).toString()).toBe("ELF");
  for (const path of ["bin/clew.js", "server/clew.js", "dist/index.html", "docs/OPERATING.md"]) {
    expect([path, data.has(`usr/lib/clew/${path}`)]).toEqual([path, true]);
  }
  const gzipped = (path: string): string => gunzipSync(data.get(path)?.content ?? Buffer.alloc(0)).toString();
  expect(gzipped("usr/share/man/man1/clew.1.gz")).toContain("clew doctor");
  expect(gzipped("usr/share/man/man8/clew-admin.8.gz")).toContain(`"Clew ${version}"`);
  expect(gzipped("usr/share/doc/clew/changelog.gz")).toContain(`clew (${version}) unstable`);
  expect(gzipped("usr/share/doc/clew/THIRD-PARTY-NOTICES.gz")).toContain("fastify");
  expect(textOf(data, "usr/share/doc/clew/copyright")).toContain("MIT License");
  expect(textOf(data, "usr/share/bash-completion/completions/clew")).toContain("complete");
  expect([...data.keys()].filter((path) => /zsh|fish/.test(path) && !path.endsWith("/"))).toHaveLength(2);
});

test("the service has a separate user, may write its data alone, and its settings are read", () => {
  const unit = textOf(data, "usr/lib/systemd/system/clew.service");
  for (const line of [
    "User=clew",
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
  ]) {
    expect(unit.split("\n")).toContain(line);
  }
  expect(unit).toContain("StateDirectory=clew\n");
  const settings = textOf(data, "etc/clew/clew.env").split("\n");
  expect(settings.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
    "CLEW_DATA=/var/lib/clew",
    "HOST=127.0.0.1",
    "PORT=4000",
    "CLEW_DEMO=off",
  ]);
});

test.each(["postinst", "prerm", "postrm"])("the script %s can be read by sh, and ends at the first failure", (name) => {
  expect(control.get(name)?.mode).toBe(0o755);
  const script = textOf(control, name);
  expect(script).toMatch(/^#!\/bin\/sh\nset -e\n/);
  const { status, stderr } = spawnSync("sh", ["-n"], { input: script, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("a purge keeps a database and a backup, and removes what a server makes again", () => {
  const purge = (...files: string[]): string => {
    const place = mkdtempSync(join(folder, "purge-"));
    for (const name of files) writeFileSync(join(place, name), "");
    const script = textOf(control, "postrm")
      .replaceAll("/var/lib/clew", place)
      .replaceAll("/etc/clew", `${place}/none`);
    const { status } = spawnSync("sh", ["-s", "--", "purge"], { input: script });
    return `${status} ${spawnSync("ls", ["-A", place], { encoding: "utf8" }).stdout.trim()}`;
  };
  expect([purge("cache"), purge("cache", "master.key")]).toEqual(["0 ", "0 cache\nmaster.key"]);
  // With a PostgreSQL and a key among the settings the folder has neither of both.
  expect(purge("backups", "cache", "mirrors")).toBe("0 backups");
});

describe("Debian's programs", () => {
  test.skipIf(!has("dpkg-deb"))("dpkg-deb reads it", () => {
    const { stdout, status } = spawnSync("dpkg-deb", ["--field", deb, "Package", "Depends"], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Package: clew\nDepends: .*git \(>= 1:2\.37\)/)]);
    expect(spawnSync("dpkg-deb", ["--extract", deb, join(folder, "extracted")]).status).toBe(0);
    const { stdout: sums } = spawnSync("md5sum", ["--check", "--quiet"], {
      cwd: join(folder, "extracted"),
      input: textOf(control, "md5sums"),
      encoding: "utf8",
    });
    expect(sums).toBe("");
  });

  test.skipIf(!has("lintian"))("lintian finds nothing", () => {
    const { stdout, status } = spawnSync("lintian", ["--allow-root", deb], { encoding: "utf8" });
    expect([stdout, status]).toEqual(["", 0]);
  });

  test.skipIf(!has("systemd-analyze"))("systemd reads the service, whose exposure is low", () => {
    const unit = join(folder, "clew.service");
    writeFileSync(unit, textOf(data, "usr/lib/systemd/system/clew.service"));
    const { stdout, status } = spawnSync("systemd-analyze", ["security", "--offline=yes", "--threshold=25", unit], {
      encoding: "utf8",
    });
    expect([status, stdout.split("\n").at(-2)]).toEqual([0, expect.stringContaining("Overall exposure level")]);
  });
});

/** In a copy of the root file system: what deploy/Dockerfile does. */
const IMAGE = `set -e
userdel clew 2>/dev/null || true; dpkg --purge clew >/dev/null 2>&1 || true
groupadd --gid 1000 clew; useradd --uid 1000 --gid 1000 --home-dir /data --shell /usr/sbin/nologin clew
dpkg --install /tmp/clew.deb >/dev/null 2>&1
install -d -o clew -g clew -m 0700 /data
sh /tmp/slimImage.sh`;
/** The server of the image as its user, on a root that is read-only. */
const CONTAINER = `set -e
mount --bind "$1" "$1"; mount -t proc proc "$1/proc"
for path in tmp data; do mount -t tmpfs -o mode=1777 tmpfs "$1/$path"; done
mount -t tmpfs -o mode=755 tmpfs "$1/dev"; mknod -m 666 "$1/dev/null" c 1 3; mknod -m 444 "$1/dev/urandom" c 1 9
mount -o remount,bind,ro "$1"
settings="PATH=/usr/bin:/bin CLEW_DATA=/data/clew HOST=0.0.0.0 PORT=4873"
chroot --userspec=1000:1000 "$1" /usr/bin/env -i $settings clew serve >/dev/null 2>&1 &
pid=$!
ready='fetch("http://127.0.0.1:4873/api/v1/health/ready/").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))'
for i in $(seq 100); do "$1/usr/lib/clew/node" -e "$ready" && break; sleep 0.5; done
(echo >"$1/etc/written") 2>/dev/null || echo "the root is read-only"
chroot --userspec=1000:1000 "$1" /usr/bin/env -i $settings clew doctor | grep -E '^(ok +git|FAIL)' | cut -d. -f1 || true
kill -TERM "$pid"; wait "$pid" && echo stopped`;

test.skipIf(debianRoot === undefined)("is the image, within 250 MB", { timeout: 300_000 }, () => {
  const root = join(folder, "image");
  spawnSync("cp", ["--archive", debianRoot ?? "", root]);
  cpSync(deb, join(root, "tmp", "clew.deb"));
  cpSync(join(import.meta.dirname, "../../deploy/slimImage.sh"), join(root, "tmp", "slimImage.sh"));
  const made = spawnSync("chroot", [root, "sh", "-c", IMAGE], { encoding: "utf8" });
  expect([made.status, made.stderr]).toEqual([0, ""]);
  const { stdout: bytes } = spawnSync("du", ["-sx", "--apparent-size", "--block-size=1", root], { encoding: "utf8" });
  expect(parseInt(bytes, 10)).toBeLessThan(250e6);
  const inside = ["--mount", "--pid", "--fork", "sh", "-c", CONTAINER, "sh", root];
  const { stdout } = spawnSync("unshare", inside, { encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual([
    "the root is read-only",
    expect.stringMatching(/^ok +git +git 2/),
    "stopped",
  ]);
});

/** As root in a root file system with the packages that the package depends on: prints a line for each step. */
const STEPS = `set -e
installed() { dpkg --install "$1" >/dev/null 2>&1 && echo "installed $(clew --version)"; }
ready='fetch("http://127.0.0.1:4871/api/v1/health/ready/").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))'
start() {
  runuser -u clew -- /usr/lib/clew/node --env-file=/etc/clew/clew.env /usr/lib/clew/bin/clew.js serve >/tmp/serve.log 2>&1 &
  pid=$!
  for i in $(seq 100); do /usr/lib/clew/node -e "$ready" && break; sleep 0.5; done
}
stop() { kill -TERM "$pid"; wait "$pid" 2>/dev/null || true; }
dpkg --purge clew >/dev/null 2>&1 || true; rm -rf /var/lib/clew
installed /tmp/clew-first.deb
sed -i s/^PORT=4000/PORT=4871/ /etc/clew/clew.env
start; clew-admin doctor >/tmp/doctor.log && echo "doctor is content"
clew-admin operator company create --name Labyrinth --plan Premium >/dev/null; stop
installed /tmp/clew-second.deb
stat --format '%a %U:%G' /etc/clew/clew.env /var/lib/clew; grep ^PORT= /etc/clew/clew.env
start; clew-admin operator company list --format tsv | grep --count Labyrinth; stop
dpkg --purge clew >/dev/null 2>&1
ls -d /etc/clew /usr/lib/clew 2>/dev/null || echo "nothing of it is left"
ls /var/lib/clew | grep master.key; rm -rf /var/lib/clew`;

test.skipIf(debianRoot === undefined)(
  "is installed, started, upgraded and purged on Debian",
  { timeout: 300_000 },
  () => {
    const root = debianRoot ?? "";
    const next = join(folder, "next");
    cpSync(join(folder, "clew"), next, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(next, "package.json"), "utf8")) as Record<string, unknown>;
    writeFileSync(join(next, "package.json"), JSON.stringify({ ...manifest, version: "99.0.0" }));
    cpSync(deb, join(root, "tmp", "clew-first.deb"));
    cpSync(makeDeb(next, folder), join(root, "tmp", "clew-second.deb"));
    writeFileSync(join(root, "tmp", "steps.sh"), STEPS);
    const inside = ["--mount", "--pid", "--fork", `--mount-proc=${root}/proc`, "chroot", root, "sh", "/tmp/steps.sh"];
    const { stdout } = spawnSync("unshare", inside, { encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual([
      `installed clew ${String(manifest["version"])}`,
      "doctor is content",
      "installed clew 99.0.0",
      "640 root:clew",
      "700 clew:clew",
      "PORT=4871",
      "1",
      "nothing of it is left",
      "master.key",
    ]);
  },
);
