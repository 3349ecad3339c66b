import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface LockEntry {
  readonly version?: string;
  readonly license?: unknown;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Licences of programs that packages contain in compiled form without them. */
const CONTAINED = join(import.meta.dirname, "licences");

/**
 * The notices of third parties: each package that the product depends on, with the texts of its licence. Packages with the same text share it.
 * @param root of the clone, with the packages installed
 */
export function thirdPartyNotices(root: string): string {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  const namesOfText = new Map<string, string[]>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    // Optional packages, such as Node itself, are not packed.
    if (path === "" || entry.dev || entry.devOptional || entry.optional || !existsSync(join(root, path))) continue;
    const name = `${path.split("node_modules/").at(-1) ?? ""} ${entry.version ?? ""}`;
    const licence = typeof entry.license === "string" ? entry.license : "see its text";
    const text = textsIn(join(root, path)) || `Licence: ${licence}. Its package has no text of it.`;
    const names = namesOfText.get(text) ?? [];
    if (!names.includes(`${name} (${licence})`)) names.push(`${name} (${licence})`);
    namesOfText.set(text, names);
  }
  for (const file of readdirSync(CONTAINED).toSorted()) {
    const text = readFileSync(join(CONTAINED, file), "utf8").trim();
    namesOfText.set(text, [...(namesOfText.get(text) ?? []), file.replace(/\.txt$/, "")]);
  }
  const sections = [...namesOfText].map(([text, names]) => `${names.toSorted().join("\n")}\n\n${text}\n`);
  return [
    "Clew contains code of the packages below, each under the licence that follows its name.\n",
    ...sections.toSorted(),
  ].join(`\n${"-".repeat(80)}\n\n`);
}

const textsIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim())
    .toSorted()
    .join("\n\n");
