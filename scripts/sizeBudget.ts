// Checks the size of the first load of four pages, and the number of its files, against limits.
// Measured from the manifest of the build in dist/: the entry, its static imports, and the chunks that the route loads.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * kB are 1000 bytes, after gzip at level 9. Home may have 20 kB more than the login page (ADR 0072); 4 of them are still free. Browsers
 * request six files at a time over HTTP/1.1, so the number of files is limited too (ADR 0178).
 */
const LIMITS: Readonly<Record<string, { readonly js: number; readonly css: number; readonly files: number }>> = {
  login: { js: 215, css: 40, files: 25 },
  home: { js: 231, css: 40, files: 36 },
  search: { js: 344, css: 45, files: 62 },
  issue: { js: 347, css: 45, files: 56 },
};

/** The lazy chunks that each first load takes, by the source file they are made of. What a page fetches after its first render is not included. */
const PAGES: Readonly<Record<string, readonly RegExp[]>> = {
  login: [/^src\/routes\/login\//, /^src\/i18n\/locales\/en\/(?:shell|states|errors|auth)\.json$/],
  home: [
    /^src\/routes\/(?:shell\/Shell|home\/Home)Route\.tsx$/,
    /^src\/i18n\/locales\/en\/(?:shell|states|errors|home|search)\.json$/,
  ],
  search: [
    /^src\/routes\/(?:shell\/Shell|project\/Project)Route\.tsx$/,
    /^src\/routes\/project\/(?:projectFrame|projectTabModules)\.ts$/,
    /^src\/routes\/search\/SearchTab\.tsx$/,
    /^src\/i18n\/locales\/en\/(?:shell|states|errors|project|projects|controls|search)\.json$/,
  ],
  issue: [
    /^src\/routes\/shell\/ShellRoute\.tsx$/,
    /^src\/routes\/project\/projectFrame\.ts$/,
    /^src\/routes\/issue\/\w+Route\.tsx$/,
    /^src\/i18n\/locales\/en\/(?:shell|states|errors|project|issuePage|issues|requests|controls|graph)\.json$/,
  ],
};

/** The app validates only in development and tests, so zod must not be in the build. This name survives minification. */
const ZOD = /\b_zod\b/;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The files that a page loads first: the entry and the page's own chunks, with everything they import statically. */
export function firstLoad(manifest: Manifest, page: readonly RegExp[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry || page.some((pattern) => pattern.test(key))) visit(key);
  }
  return [...files];
}

/** Chunks that import each other statically, directly or through others. */
export function chunkCycles(manifest: Manifest): string[][] {
  const importsOf = (key: string): readonly string[] => manifest[key]?.imports ?? [];
  const reachedFrom = (key: string): Set<string> => {
    const seen = new Set(importsOf(key));
    for (const next of seen) for (const imported of importsOf(next)) seen.add(imported);
    return seen;
  };
  const reach = new Map(Object.keys(manifest).map((key) => [key, reachedFrom(key)]));
  const cyclic = [...reach.keys()].filter((key) => reach.get(key)?.has(key));
  const groups = new Map<string, string[]>();
  for (const key of cyclic) {
    const members = cyclic.filter((other) => reach.get(key)?.has(other) && reach.get(other)?.has(key)).toSorted();
    groups.set(members.join("\n"), members);
  }
  return [...groups.values()];
}

/** Size of some files after gzip, in units of 1000 bytes. */
const kilobytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length / 1000, 0);

if (import.meta.main) {
  const dist = process.argv[2] ?? join(dirname(import.meta.dirname), "dist");
  const path = join(dist, ".vite", "manifest.json");
  if (!existsSync(path)) {
    console.error("There is no build to measure: run `npm run build` first.");
    process.exit(1);
  }
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  const problems: string[] = [];
  for (const [page, patterns] of Object.entries(PAGES)) {
    for (const pattern of patterns) {
      const isThere = Object.keys(manifest).some((key) => pattern.test(key));
      if (!isThere)
        problems.push(`${page}: nothing in the build comes from ${pattern.source}, so not all of it was measured`);
    }
    const files = firstLoad(manifest, patterns);
    for (const [kind, limit] of Object.entries(LIMITS[page] ?? {})) {
      const size =
        kind === "files"
          ? files.length
          : kilobytes(files.filter((file) => file.endsWith(`.${kind}`)).map((file) => join(dist, file)));
      const used = kind === "files" ? `${size} files` : `${size.toFixed(1)} kB of ${kind}`;
      console.log(`${page.padEnd(6)} ${used.padStart(16)}, limit ${limit}`);
      if (size > limit) problems.push(`${page}: ${used} is over the limit of ${limit}`);
    }
    const withZod = files.find((file) => file.endsWith(".js") && ZOD.test(readFileSync(join(dist, file), "utf8")));
    if (withZod) problems.push(`${page}: zod is in ${withZod}`);
  }
  for (const cycle of chunkCycles(manifest))
    problems.push(`chunks import each other, so one runs before what it needs: ${cycle.join(", ")}`);
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (problems.length > 0) process.exit(1);
}
