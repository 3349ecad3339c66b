import { REF_LIMITS } from "../../../contract/sourceRefs.ts";
import type { SourceRefState } from "../../db/schema.ts";
import { updateRefStates } from "../../db/tables/sourceRefs.ts";
import { GitLimitError } from "../../git/gitErrors.ts";
import { BuildFailedError } from "../../index/build/builder.ts";
import { type CodePart, type RefPart, symbolsOf, withRefs } from "../../index/manifest.ts";
import { matchRefs } from "./refPatterns.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import { readManifest, swapManifest } from "../store/storedManifest.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";

/** Own layers of a ref, after which it is built from the default branch again: each reader looks into each layer. */
const MAX_OWN_LAYERS = 4;

/**
 * Indexes the branches and tags that the project names, each by its difference to the default branch: files that are the same are those of
 * the default branch. What a ref needs is fetched after the default branch is searched. A ref that is gone, or is named no more, is removed.
 */
export async function syncRefs(
  source: SyncedSource,
  work: SyncContext,
  main: { readonly branch: string | null; readonly commit: string },
): Promise<void> {
  const { db, sources, signal } = work;
  const known = (await readManifest(db, source.projectId)).refs.filter((part) => part.source === source.id);
  if (source.refPatterns.length === 0) {
    if (known.length > 0) {
      await swapManifest(db, source.projectId, (manifest) => withRefs(manifest, source.id, []));
      await sources.updateRefs(source.id, work.access(), [], signal);
    }
    await updateRefStates(db, source.id, []);
    return;
  }
  const remote = await retryOnRateLimit(work, () => sources.listRefs(work.access(), signal));
  const matched = matchRefs(source.refPatterns, remote, REF_LIMITS.refs);
  const commits = await retryOnRateLimit(work, () =>
    sources.updateRefs(source.id, work.access(), matched.refs, signal),
  );
  const waiting = matched.refs.map(({ name }): SourceRefState => ({ ...NOTHING, name, state: "waiting" }));
  const rest = [
    ...matched.beyond.map(({ name }): SourceRefState => ({ ...NOTHING, name, state: "over_limit" })),
    ...matched.unmatched.map((name): SourceRefState => ({ ...NOTHING, name, state: "missing" })),
  ];
  const states: SourceRefState[] = [];
  const parts: RefPart[] = [];
  // Those of refs that are gone, or have moved, are searched no more; of the others each until its new one is there.
  const wanted = new Set(matched.refs.map(({ name }) => name));
  await storeParts(
    source,
    work,
    known.filter(({ ref }) => wanted.has(ref)),
  );
  for (const { name } of matched.refs) {
    signal.throwIfAborted();
    const commit = commits.get(name) ?? null;
    const before = known.find(({ ref }) => ref === name) ?? null;
    const { state, part } = await buildRef(source, work, { name, commit, before, main });
    states.push(state);
    if (part) parts.push(part);
    const later = known.filter(({ ref }) => wanted.has(ref) && !states.some((one) => one.name === ref));
    await storeParts(source, work, [...parts, ...later]);
    await updateRefStates(db, source.id, [...states, ...waiting.slice(states.length), ...rest]);
  }
  await updateRefStates(db, source.id, [...states, ...rest]);
}

const NOTHING = { commit: null, files: 0, text: null } as const;

async function storeParts(source: SyncedSource, { db }: SyncContext, parts: readonly RefPart[]): Promise<void> {
  const { refs } = await readManifest(db, source.projectId);
  const before = refs.filter((part) => part.source === source.id);
  if (JSON.stringify(before) === JSON.stringify(parts)) return;
  await swapManifest(db, source.projectId, (manifest) => withRefs(manifest, source.id, parts));
}

interface RefToBuild {
  readonly name: string;
  readonly commit: string | null;
  readonly before: RefPart | null;
  readonly main: { readonly branch: string | null; readonly commit: string };
}

async function buildRef(
  source: SyncedSource,
  work: SyncContext,
  { name, commit, before, main }: RefToBuild,
): Promise<{ readonly state: SourceRefState; readonly part: RefPart | null }> {
  const { db, builder, signal } = work;
  const base = (await readManifest(db, source.projectId)).code.find((part) => part.source === source.id);
  if (commit === null || !base || symbolsOf(base) === null)
    return { state: { ...NOTHING, name, state: commit === null ? "failed" : "waiting" }, part: before };
  if (name === `refs/heads/${main.branch ?? ""}` && commit === base.commit)
    return { state: { name, state: "default", commit, files: base.files, text: null }, part: null };
  const isOnBase = before !== null && sharesBase(before, base);
  if (before?.commit === commit && isOnBase)
    return { state: { name, state: "ready", commit, files: before.files, text: null }, part: before };
  const previous = before && isOnBase && before.own.length < MAX_OWN_LAYERS ? before : base;
  work.progress.report("files");
  try {
    const made = await builder.updateCode(
      {
        gitDir: work.sources.mirrorFolder(source.id),
        commit,
        source: source.id,
        name: source.name,
        branch: name.replace(/^refs\/(?:heads|tags)\//, ""),
        maxFiles: work.maxFiles,
        previous,
      },
      { signal, isUpdate: true },
    );
    const ofBase = new Set(base.layers.map(({ table }) => table));
    const own = made.layers.map(({ table }) => table).filter((table) => !ofBase.has(table));
    return {
      state: { name, state: "ready", commit, files: made.files, text: null },
      part: { ...made, ref: name, own },
    };
  } catch (error) {
    // One that cannot be read does not keep the others from being searched.
    if (signal.aborted || !(error instanceof BuildFailedError || error instanceof GitLimitError)) throw error;
    return { state: { ...NOTHING, name, state: "failed", text: error.text }, part: null };
  }
}

/** Whether the layers that a ref shares are still those of the default branch; merged ones would be kept for the ref alone. */
function sharesBase(part: RefPart, base: CodePart): boolean {
  const known = new Set([...part.own, ...base.layers.map(({ table }) => table)]);
  return part.layers.every(({ table }) => known.has(table));
}
