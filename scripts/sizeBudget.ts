// Checks the size of the first load of the login page and of the home page against a limit.
// Measured from the manifest of the build in dist/: the entry, its static imports, and the chunks that the route loads.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** kB are 1000 bytes, after gzip at level 9. Home may have 20 kB more than the login page (ADR 0072); 4 of them are still free. */
const LIMITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  login: { js: 215, css: 40 },
  home: { js: 231, css: 40 },
};

/** The lazy chunks that each first load takes, by the source file they are made of. What a page fetches after its first render is not included. */
const PAGES: Readonly<Record<string, readonly RegExp[]>> = {
  login: [/^src\/routes\/login\//, /^src\/i18n\/locales\/en\/(?:shell|states|errors|auth)\.json$/],
  home: [
    /^src\/routes\/(?:shell\/Shell|home\/Home)Route\.tsx$/,
    /^src\/i18n\/locales\/en\/(?:shell|states|errors|home|search)\.json$/,
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
      const kilobytes = files
        .filter((file) => file.endsWith(`.${kind}`))
        .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000, 0);
      console.log(`${page.padEnd(6)} ${kind.padEnd(4)} ${kilobytes.toFixed(1).padStart(6)} kB of ${limit}`);
      if (kilobytes > limit)
        problems.push(`${page}: ${kilobytes.toFixed(1)} kB of ${kind} is over the limit of ${limit}`);
    }
    const withZod = files.find((file) => file.endsWith(".js") && ZOD.test(readFileSync(join(dist, file), "utf8")));
    if (withZod) problems.push(`${page}: zod is in ${withZod}`);
  }
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (problems.length > 0) process.exit(1);
}
