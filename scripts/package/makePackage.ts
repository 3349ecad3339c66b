// `npm run package [-- FOLDER]` makes dist-package/clew-VERSION.tgz: the server and the command line as JavaScript, the built app, and all
// that they read. The same commit gives the same bytes. With `--deb` it also makes the Debian package, and with `--image amd64,arm64` an image.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BINARY_PACKAGES, copyBinaryPackages } from "./binaryPackages.ts";
import { bundleServer } from "./bundleServer.ts";
import { makeDeb } from "./deb/makeDeb.ts";
import { ARCHITECTURES } from "./image/basePackages.ts";
import { makeImage } from "./image/makeImage.ts";
import { binScript, packageManifest } from "./manifest.ts";
import { thirdPartyNotices } from "./notices.ts";

const root = dirname(dirname(import.meta.dirname));
/** Copied as they are. Modules read those of `server` by `productFile`. */
const COPIED = ["LICENSE", "CHANGELOG.md", "docs", "sdk", "server/access/commonPasswords.txt"];
const COPIED_FOLDERS = ["server/demo/data/issues", "server/demo/data/tern"];

/**
 * Makes the package.
 * @param folder for it, which is created; `clew` in it has the files of the package
 * @returns the path of the tarball
 */
export async function makePackage(folder: string): Promise<string> {
  const staged = join(folder, "clew");
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(join(staged, "bin"), { recursive: true });
  run(process.execPath, [join(root, "scripts", "ensureBuild.ts")], root);
  cpSync(join(root, "dist"), join(staged, "dist"), { recursive: true, filter: (path) => !path.endsWith(".vite") });
  for (const path of [...COPIED, ...COPIED_FOLDERS]) cpSync(join(root, path), join(staged, path), { recursive: true });
  cpSync(join(import.meta.dirname, "README.md"), join(staged, "README.md"));
  await bundleServer(root, join(staged, "server"), { external: BINARY_PACKAGES });
  writeFileSync(join(staged, "THIRD-PARTY-NOTICES"), thirdPartyNotices(root));
  const manifest = packageManifest(
    JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
    readFileSync(join(root, "CHANGELOG.md"), "utf8"),
    copyBinaryPackages(root, staged),
  );
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const command of Object.keys(manifest.bin)) {
    writeFileSync(join(staged, "bin", `${command}.js`), binScript(command));
  }
  mkdirSync(join(staged, "man"));
  writeFileSync(join(staged, "man", "clew.1"), run(process.execPath, [join(staged, "bin", "clew.js"), "man"], staged));
  setModes(staged);
  // npm sorts the entries and gives all of them the same time.
  const npm = process.env["npm_execpath"];
  const [program, ...first] = npm === undefined ? ["npm"] : [process.execPath, npm];
  run(
    program ?? "npm",
    [...first, "pack", "--ignore-scripts", "--silent", "--pack-destination", resolve(folder)],
    staged,
  );
  return join(folder, `clew-${manifest.version}.tgz`);
}

/** The archive has the modes of the files, and those of a clone are as the `umask` of its user says. */
function setModes(staged: string): void {
  for (const entry of readdirSync(staged, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || entry.parentPath === join(staged, "bin");
    chmodSync(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
}

/** @returns what it printed. @throws Error when it fails */
function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}.`);
  return stdout;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { deb: { type: "boolean" }, image: { type: "string" } },
    allowPositionals: true,
  });
  const folder = resolve(positionals[0] ?? join(root, "dist-package"));
  const paths = [await makePackage(folder)];
  if (values.deb === true) paths.push(makeDeb(join(folder, "clew"), folder));
  const architectures = ARCHITECTURES.filter((name) => (values.image ?? "").split(",").includes(name));
  if (architectures.length > 0) {
    const layout = join(folder, "image");
    const options = { staged: join(folder, "clew"), folder: layout, architectures, cache: join(folder, "cache") };
    const { digest, bytes } = await makeImage(options);
    const sizes = bytes.map((size, place) => `${architectures[place]} ${(size / 1e6).toFixed(1)} MB unpacked`);
    console.log(`${layout}: ${digest} (${sizes.join(", ")})`);
  }
  for (const path of paths) console.log(`${path} (${(statSync(path).size / 1e6).toFixed(1)} MB)`);
}
