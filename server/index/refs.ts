import type { CodePart, Manifest } from "./manifest.ts";

/** A branch or a tag that is searched, with the number of its files. */
export interface SearchedRef {
  /** As it is written in a query: without `refs/heads/` or `refs/tags/`. */
  readonly name: string;
  readonly files: number;
}

const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, "");

/** The branches and tags of an index, default branches included, each name once. */
export function refsIn({ code, refs }: Manifest): SearchedRef[] {
  const files = new Map<string, number>();
  const add = (name: string, count: number): void => void files.set(name, (files.get(name) ?? 0) + count);
  for (const part of code) if (part.branch !== null) add(part.branch, part.files);
  for (const part of refs) add(shortName(part.ref), part.files);
  return [...files].map(([name, count]) => ({ name, files: count }));
}

/** The files of a repository at a ref: its default branch, a branch, or a tag, in this order. */
function partAt({ code, refs }: Manifest, source: string, name: string): CodePart | null {
  const isNamed = (full: string): boolean =>
    full === name || full === `refs/heads/${name}` || full === `refs/tags/${name}`;
  const main = code.find((part) => part.source === source);
  if (main && main.branch !== null && isNamed(`refs/heads/${main.branch}`)) return main;
  const matchingRefs = refs.filter((part) => part.source === source && isNamed(part.ref));
  return matchingRefs.find(({ ref }) => ref.startsWith("refs/heads/")) ?? matchingRefs[0] ?? null;
}

/** By the manifest, so that the same one is opened again. */
const cache = new WeakMap<Manifest, Map<string, Manifest>>();
/** More than a project names; other names are of no ref, and cost nothing to look for again. */
const MAX_CACHED_NAMES = 64;

/**
 * The manifest of the files of one branch or tag, in each repository that has it. It has no history, issues, requests and pages:
 * those are of no branch. Empty where no repository has it.
 */
export function manifestAt(manifest: Manifest, name: string): Manifest {
  const cached = cache.get(manifest)?.get(name);
  if (cached) return cached;
  const sources = new Set([...manifest.code, ...manifest.refs].map(({ source }) => source));
  const manifestOfRef: Manifest = {
    ...manifest,
    code: [...sources].flatMap((source) => partAt(manifest, source, name) ?? []),
    commits: [],
    issues: null,
    requests: null,
    pages: null,
    openedRef: name,
  };
  const ofManifest = cache.get(manifest) ?? new Map<string, Manifest>();
  cache.set(manifest, ofManifest);
  if (ofManifest.size >= MAX_CACHED_NAMES) ofManifest.clear();
  ofManifest.set(name, manifestOfRef);
  return manifestOfRef;
}

/** Those that `manifestAt` has made of a manifest. */
export const manifestsAtRefs = (manifest: Manifest): readonly Manifest[] => [...(cache.get(manifest)?.values() ?? [])];
