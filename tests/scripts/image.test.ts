/** The layout of an image, its configuration, and the packages that it is made of. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ARCHITECTURES, readLock } from "../../scripts/package/image/basePackages.ts";
import { containerConfig } from "../../scripts/package/image/containerConfig.ts";
import { type Image, writeLayout } from "../../scripts/package/image/ociLayout.ts";

const ROOT = join(import.meta.dirname, "../..");
const config = containerConfig(readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8"), {
  "org.opencontainers.image.title": "clew",
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-layout-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const sumOf = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
/** A blob of the layout, which has to have the bytes that its name says. */
function blob({ digest, size }: { readonly digest: string; readonly size: number }): Buffer {
  const bytes = readFileSync(join(folder, "blobs", digest.replace(":", "/")));
  expect([sumOf(bytes), bytes.length]).toEqual([digest, size]);
  return bytes;
}
const imageOf = (architecture: string, text: string): Image => ({
  architecture,
  created: "2026-11-28T00:00:00.000Z",
  config,
  layers: [
    { tar: Buffer.from("lower"), of: "the lower layer" },
    { tar: Buffer.from(text), of: "the upper layer" },
  ],
});
const named = (): { digest: string; size: number; annotations: object } =>
  JSON.parse(readFileSync(join(folder, "index.json"), "utf8")).manifests[0];

test("images are found by their architecture, and every blob has the sum that names it", () => {
  const digest = writeLayout(folder, "1.2.3", [imageOf("amd64", "amd"), imageOf("arm64", "arm")]);
  expect(JSON.parse(readFileSync(join(folder, "oci-layout"), "utf8"))).toEqual({ imageLayoutVersion: "1.0.0" });
  expect(named()).toMatchObject({ digest, annotations: { "org.opencontainers.image.ref.name": "1.2.3" } });
  const { manifests } = JSON.parse(blob(named()).toString());
  expect(manifests.map(({ platform }: { platform: object }) => platform)).toEqual([
    { architecture: "amd64", os: "linux" },
    { architecture: "arm64", os: "linux" },
  ]);
  const manifest = JSON.parse(blob(manifests[1]).toString());
  const layers: string[] = manifest.layers.map((layer: { digest: string; size: number }) =>
    gunzipSync(blob(layer)).toString(),
  );
  expect(layers).toEqual(["lower", "arm"]);
  const stored = JSON.parse(blob(manifest.config).toString());
  expect(stored).toMatchObject({ architecture: "arm64", os: "linux", config });
  expect(stored.rootfs.diff_ids).toEqual(layers.map((text) => sumOf(Buffer.from(text))));
});

test("an image of one architecture has its name itself", () => {
  const digest = writeLayout(folder, "1.2.3", [imageOf("amd64", "amd")]);
  expect(named().digest).toBe(digest);
  expect(JSON.parse(blob(named()).toString()).layers).toHaveLength(2);
});

test("the same layers give the same digest", () => {
  const written = (text: string): string => writeLayout(folder, "1.2.3", [imageOf("amd64", text)]);
  expect(written("text")).toBe(written("text"));
  expect(written("text")).not.toBe(written("other"));
});

test("a container is run as in the Dockerfile", () => {
  expect(config).toMatchObject({
    User: "1000:1000",
    ExposedPorts: { "8080/tcp": {} },
    Entrypoint: ["/usr/bin/clew"],
    Cmd: ["serve"],
    Volumes: { "/data": {} },
    WorkingDir: "/data",
    StopSignal: "SIGTERM",
    Healthcheck: { Interval: 15e9, Timeout: 5e9, StartPeriod: 60e9, Retries: 3 },
  });
  expect(config.Env).toEqual(expect.arrayContaining(["CLEW_DATA=/data", "PORT=8080", "HOST=0.0.0.0", "CLEW_DEMO=off"]));
  expect(() => containerConfig("FROM scratch\nFROM scratch\nUSER 1\n", {})).toThrow("has no HEALTHCHECK");
});

test.each(ARCHITECTURES)(
  "each package of Debian for %s is named with its sum, and no tool that installs is among them",
  (architecture) => {
    const packages = readLock(architecture);
    for (const { name, url, size, sha256 } of packages) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(size).toBeGreaterThan(1000);
      expect(url).toMatch(/^https:\/\/deb\.debian\.org\/.*_(?:amd64|arm64|all)\.deb$/);
      expect(url.includes(`_${architecture}.deb`) || url.endsWith("_all.deb")).toBe(true);
      expect(url).toContain(`/${encodeURIComponent(name).replaceAll("%2B", "%2b")}_`);
    }
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["git", "openssh-client", "ca-certificates", "libstdc++6", "dash", "tar"]),
    );
    expect(names.filter((name) => /^(?:perl|apt|dpkg|openssl|passwd)/.test(name))).toEqual([]);
  },
);

test("both architectures have the same packages", () => {
  const [first, second] = ARCHITECTURES.map((architecture) => readLock(architecture).map(({ name }) => name));
  expect(first).toEqual(second);
});
