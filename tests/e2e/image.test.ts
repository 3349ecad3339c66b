/**
 * The image that is made without a daemon: its layers are unpacked, and the server runs in them as the user of the image on a root that is
 * read-only. Packages of Debian are downloaded for it, so it runs every Sunday, as root on Linux.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeImage } from "../../scripts/package/image/makeImage.ts";
import { makePackage } from "../../scripts/package/makePackage.ts";
import { isWholeRun } from "../wholeRun.ts";

const MAX_BYTES = 250e6;
const architecture = process.arch === "arm64" ? "arm64" : "amd64";

const isPossible = process.platform === "linux" && process.getuid?.() === 0;

/** Starts the server as a container would, and prints a line for each thing that is as it should be. */
const CONTAINER = `set -e
root=$1
settings="CLEW_DATA=/data/clew HOST=127.0.0.1 PORT=4879 CLEW_DEMO=off"
enter="env -i PATH=/usr/bin:/bin HOME=/tmp $settings /usr/sbin/chroot --userspec=1000:1000 $root"
mount --bind "$root" "$root"; mount -t proc proc "$root/proc"
for path in tmp data; do mount -t tmpfs -o mode=1777 tmpfs "$root/$path"; done
mount -t tmpfs -o mode=755 tmpfs "$root/dev"; mknod -m 666 "$root/dev/null" c 1 3; mknod -m 444 "$root/dev/urandom" c 1 9
mount -o remount,bind,ro "$root"
$enter /usr/bin/clew serve >/dev/null 2>&1 &
pid=$!
ready='fetch("http://127.0.0.1:4879/api/v1/health/ready/").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))'
for i in $(seq 200); do "$root/usr/lib/clew/node" -e "$ready" && { echo ready; break; }; sleep 0.5; done
(echo >"$root/etc/written") 2>/dev/null || echo "the root is read-only"
$enter /usr/bin/clew doctor | grep -E '^(ok +git|FAIL)' | cut -d. -f1 || true
$enter /usr/bin/ssh -V 2>&1 | cut -c1-7
$enter /usr/bin/git ls-remote https://127.0.0.1:1/x.git 2>&1 | grep -o "Failed to connect"
kill -TERM "$pid"; wait "$pid" && echo stopped`;

describe.skipIf(!isWholeRun || !isPossible)("the image", () => {
  let folder: string;
  let layout: string;
  let digest: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-image-test-"));
    layout = join(folder, "image");
    await makePackage(folder);
    ({ digest } = await made(layout));
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const made = (at: string) =>
    makeImage({
      staged: join(folder, "clew"),
      folder: at,
      architectures: [architecture],
      cache: join(folder, "cache"),
    });
  const blob = (name: string): Buffer => readFileSync(join(layout, "blobs", name.replace(":", "/")));
  const layers = (): { digest: string }[] => JSON.parse(blob(digest).toString()).layers;

  test("has the same bytes when it is repeated", { timeout: 300_000 }, async () => {
    expect((await made(join(folder, "again"))).digest).toBe(digest);
  });

  test("has at most 250 MB, and no program that gives other rights", () => {
    const archives = layers().map((layer) => gunzipSync(blob(layer.digest)));
    expect(archives.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_BYTES);
    for (const input of archives) {
      const { stdout } = spawnSync("tar", ["--list", "--verbose", "--numeric-owner", "--file=-"], {
        input,
        encoding: "utf8",
        maxBuffer: 1 << 26,
      });
      const lines = stdout.split("\n").filter((line) => line !== "");
      expect(lines.filter((line) => /^-..s|^-.{5}s/.test(line))).toEqual([]);
      expect(lines.filter((line) => /^[-d].{7}w/.test(line) && !line.endsWith(" ./tmp/"))).toEqual([]);
      expect(
        lines.filter((line) => !/ 0\/0 /.test(line) && !/ 1000\/1000 .* \.\/(?:data|backups)\/$/.test(line)),
      ).toEqual([]);
    }
  });

  test("serves as another user than root, on a root that is read-only", { timeout: 300_000 }, () => {
    const root = join(folder, "root");
    mkdirSync(root);
    for (const layer of layers()) {
      const unpack = ["--extract", "--gzip", "--numeric-owner", "--same-owner", "--preserve-permissions"];
      const { status } = spawnSync("tar", [...unpack, "--file=-", "--directory", root], { input: blob(layer.digest) });
      expect(status).toBe(0);
    }
    const inside = ["--mount", "--pid", "--fork", "sh", "-c", CONTAINER, "sh", root];
    const { stdout } = spawnSync("unshare", inside, { encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual([
      "ready",
      "the root is read-only",
      expect.stringMatching(/^ok +git +git 2/),
      "OpenSSH",
      "Failed to connect",
      "stopped",
    ]);
  });
});
