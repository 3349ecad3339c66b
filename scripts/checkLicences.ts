// `node scripts/checkLicences.ts` checks every package of the lock files against the licences below, and docs/LICENCES.md against the result;
// with `--write` it writes that page. Installed versions count, not the ranges of package.json.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Licences that require no more than their notice. */
const ALLOWED: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "WTFPL",
  "Zlib",
]);
/** For tools only: they are run here and not distributed, so a licence that covers changes of their own files has no effect. */
const ALLOWED_IN_TOOLS: ReadonlySet<string> = new Set(["Artistic-2.0", "MPL-2.0", "PSF-2.0"]);
/** Old packages whose lock entry names no licence; taken from their files. */
const LOOKUP_BATCH_SIZE: Readonly<Record<string, string>> = {
  busboy: "MIT",
  dicer: "MIT",
  streamsearch: "MIT",
  "humanize-number": "MIT",
  only: "MIT",
  "png-js": "MIT",
};
/** Names in package.json that are no identifier of SPDX. */
const IDENTIFIERS: Readonly<Record<string, string>> = { "MIT License": "MIT" };
/** Signs the package of the extension when it is published; under its vendor's own terms, and never distributed. */
const ONLY_RUN = /^@vscode\/vsce-sign(?:-|$)/;

export interface Locked {
  readonly name: string;
  readonly version: string;
  /** The licence in the package's package.json; "" if there is none. */
  readonly licence: string;
  readonly isTool: boolean;
}

/** The packages of a lock file of version 2 or 3, each version once, by name. */
export function readLock(text: string): Locked[] {
  const { packages = {} } = JSON.parse(text) as {
    packages?: Record<
      string,
      { version?: string; license?: unknown; dev?: boolean; devOptional?: boolean; link?: boolean }
    >;
  };
  const lockedPackages = new Map<string, Locked>();
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.split("node_modules/").at(-1) ?? "";
    if (!path.includes("node_modules/") || entry.link) continue;
    const locked = {
      name,
      version: entry.version ?? "",
      licence:
        typeof entry.license === "string"
          ? (IDENTIFIERS[entry.license] ?? entry.license)
          : (LOOKUP_BATCH_SIZE[name] ?? ""),
      isTool: entry.dev === true,
    };
    const key = `${name}@${locked.version}`;
    // A dependency of both a tool and the product counts as part of the product.
    if (!lockedPackages.has(key) || lockedPackages.get(key)?.isTool) lockedPackages.set(key, locked);
  }
  return [...lockedPackages.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"),
  );
}

/** Whether an SPDX expression leaves a choice that is allowed: one side of OR, all sides of AND. */
export function isAllowed(expression: string, isTool: boolean): boolean {
  const bare = expression.replaceAll(/[()]/g, "").trim();
  if (/ OR /i.test(bare)) return bare.split(/ OR /i).some((licence) => isAllowed(licence, isTool));
  if (/ AND /i.test(bare)) return bare.split(/ AND /i).every((licence) => isAllowed(licence, isTool));
  return ALLOWED.has(bare) || (isTool && ALLOWED_IN_TOOLS.has(bare));
}

/** The page: packages of the product by name, those of the tools as counts. */
export function writePage(locked: readonly Locked[]): string {
  const groups = (list: readonly Locked[]) =>
    [...Map.groupBy(list, ({ licence }) => licence)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const product = locked.filter(({ isTool }) => !isTool);
  const tools = locked.filter(({ isTool }) => isTool);
  const lines = [
    "# Licences",
    "",
    "Made by `node scripts/checkLicences.ts --write` from the lock files; the gate refuses a licence that is not on the script's list, and a page that is out of date.",
    "",
    `## Parts of the product (${product.length})`,
    "",
    ...groups(product).flatMap(([licence, list]) => [
      `### ${licence} (${list.length})`,
      "",
      ...list.map(({ name, version }) => `- ${name} ${version}`),
      "",
    ]),
    `## Tools that build and test it (${tools.length})`,
    "",
    ...groups(tools).map(([licence, list]) => `- ${licence}: ${list.length}`),
    "",
    "## Marks of providers",
    "",
    "`src/components/ui/providerMarks.svg`: paths of Simple Icons 16.37.0 (CC0-1.0). The marks are trademarks of their owners (GitHub, GitLab, Atlassian, Google); the app shows each only next to what comes from that provider.",
  ];
  return `${lines.join("\n")}\n`;
}

function lockFiles(root: string): string[] {
  const extensions = join(root, "extensions");
  const inner = existsSync(extensions) ? readdirSync(extensions).map((name) => join(extensions, name)) : [];
  return [root, ...inner].map((folder) => join(folder, "package-lock.json")).filter((path) => existsSync(path));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const locked = [
    ...new Map(
      lockFiles(root)
        .flatMap((path) => readLock(readFileSync(path, "utf8")))
        .map((lockedPackage) => [`${lockedPackage.name}@${lockedPackage.version}`, lockedPackage]),
    ).values(),
  ];
  const refused = locked.filter(
    ({ name, licence, isTool }) => !isAllowed(licence, isTool) && !(isTool && ONLY_RUN.test(name)),
  );
  for (const { name, version, licence } of refused) {
    console.error(`${name} ${version}: ${licence === "" ? "no licence is named" : `${licence} is not allowed`}`);
  }
  const path = join(root, "docs", "LICENCES.md");
  const page = writePage(locked);
  const isOld = !process.argv.includes("--write") && (!existsSync(path) || readFileSync(path, "utf8") !== page);
  if (process.argv.includes("--write")) writeFileSync(path, page);
  if (isOld) console.error("docs/LICENCES.md is out of date: node scripts/checkLicences.ts --write");
  console.log(`Licences: ${locked.length} packages, ${refused.length} refused.`);
  if (refused.length > 0 || isOld) process.exitCode = 1;
}
