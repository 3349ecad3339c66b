import { REF_LIMITS } from "../../../contract/sources/sourceRefs.ts";
import type { SourceRefState } from "../../db/schema/sourceSchema.ts";
import { updateRefStates } from "../../db/tables/sources/sourceRefs.ts";
import { GitLimitError } from "../../git/gitErrors.ts";
import { BuildFailedError } from "../../index/build/builder.ts";
import { type CodePart, type RefPart, isOfFolders, symbolsOf, withRefs } from "../../index/manifest.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import { readStoredManifest, swapManifest } from "../store/storedManifest.ts";
import { matchRefs } from "./refPatterns.ts";

/** Layers of its own that a ref may have before it is built from the default branch again: every reader reads each layer. */
const MAX_OWN_LAYERS = 4;

const refState = (
  name: string,
  state: SourceRefState["state"],
  rest: Partial<SourceRefState> = {},
): SourceRefState => ({
  name,
  state,
  commit: null,
  files: 0,
  text: null,
  ...rest,
});

interface BuiltRef {
  readonly state: SourceRefState;
  readonly part: RefPart | null;
}

/**
 * Indexes the branches and tags that the project names, each by its difference to the default branch. What a ref needs is fetched after
 * the default branch can be searched. A ref that was deleted, or is not named any more, is removed.
 */
export class RefSync {
  readonly #source: SyncedSource;
  readonly #context: SyncContext;
  readonly #defaultBranch: string | null;

  constructor(source: SyncedSource, context: SyncContext, defaultBranch: string | null) {
    this.#source = source;
    this.#context = context;
    this.#defaultBranch = defaultBranch;
  }

  async run(): Promise<void> {
    const { sources, access, signal } = this.#context;
    const { id, refPatterns } = this.#source;
    if (refPatterns.length === 0) return this.#removeAll();
    const remote = await retryOnRateLimit(this.#context, () => sources.listRefs(access(), signal));
    const { refs, beyond, unmatched } = matchRefs(refPatterns, remote, REF_LIMITS.refs);
    const commits = await retryOnRateLimit(this.#context, () => sources.updateRefs(id, access(), refs, signal));
    const excluded = [
      ...beyond.map(({ name }) => refState(name, "over_limit")),
      ...unmatched.map((name) => refState(name, "missing")),
    ];
    await this.#build(new Map(refs.map(({ name }) => [name, commits.get(name) ?? null])), excluded);
  }

  async #removeAll(): Promise<void> {
    const { db, sources, access, signal } = this.#context;
    const { id } = this.#source;
    if ((await this.#storedParts()).length > 0) {
      await this.#storeParts([]);
      await sources.updateRefs(id, access(), [], signal);
    }
    await updateRefStates(db, id, []);
  }

  /**
   * Builds the refs one by one. A ref that is not built yet keeps its old part meanwhile.
   * @param excluded states of what is not built
   */
  async #build(commits: ReadonlyMap<string, string | null>, excluded: readonly SourceRefState[]): Promise<void> {
    const { db, signal } = this.#context;
    const before = new Map((await this.#storedParts()).map((part) => [part.ref, part]));
    const pending = new Map([...before].filter(([name]) => commits.has(name)));
    const states = new Map([...commits.keys()].map((name) => [name, refState(name, "waiting")]));
    const built: RefPart[] = [];
    await this.#storeParts([...pending.values()]);
    for (const [name, commit] of commits) {
      signal.throwIfAborted();
      const { state, part } = await this.#buildRef(name, commit, before.get(name) ?? null);
      states.set(name, state);
      pending.delete(name);
      if (part) built.push(part);
      await this.#storeParts([...built, ...pending.values()]);
      await updateRefStates(db, this.#source.id, [...states.values(), ...excluded]);
    }
    await updateRefStates(db, this.#source.id, [...states.values(), ...excluded]);
  }

  async #storedParts(): Promise<readonly RefPart[]> {
    const { refs } = await readStoredManifest(this.#context.db, this.#source.projectId);
    return refs.filter((part) => part.source === this.#source.id);
  }

  async #storeParts(parts: readonly RefPart[]): Promise<void> {
    if (JSON.stringify(await this.#storedParts()) === JSON.stringify(parts)) return;
    const { id, projectId } = this.#source;
    await swapManifest(this.#context.db, projectId, (manifest) => withRefs(manifest, id, parts));
  }

  async #buildRef(name: string, commit: string | null, before: RefPart | null): Promise<BuiltRef> {
    const { code } = await readStoredManifest(this.#context.db, this.#source.projectId);
    const base = code.find((part) => part.source === this.#source.id);
    if (commit === null) return { state: refState(name, "failed"), part: before };
    if (!base || symbolsOf(base) === null) return { state: refState(name, "waiting"), part: before };
    if (name === `refs/heads/${this.#defaultBranch ?? ""}` && commit === base.commit)
      return { state: refState(name, "default", { commit, files: base.files }), part: null };
    const isOnBase = before !== null && isOfFolders(before, this.#source.folders) && sharesBase(before, base);
    if (before?.commit === commit && isOnBase)
      return { state: refState(name, "ready", { commit, files: before.files }), part: before };
    const previous = before && isOnBase && before.own.length < MAX_OWN_LAYERS ? before : base;
    try {
      const part = await this.#update(name, commit, base, previous);
      return { state: refState(name, "ready", { commit, files: part.files }), part };
    } catch (error) {
      // A ref that cannot be read does not keep the others from being indexed.
      const { signal } = this.#context;
      if (signal.aborted || !(error instanceof BuildFailedError || error instanceof GitLimitError)) throw error;
      return { state: refState(name, "failed", { text: error.text }), part: null };
    }
  }

  async #update(name: string, commit: string, base: CodePart, previous: CodePart): Promise<RefPart> {
    const { builder, sources, progress, signal, maxFiles } = this.#context;
    const { id, name: sourceName, folders } = this.#source;
    progress.report("files");
    const branch = name.replace(/^refs\/(?:heads|tags)\//, "");
    const part = await builder.updateCode(
      { gitDir: sources.mirrorFolder(id), commit, source: id, name: sourceName, branch, maxFiles, folders, previous },
      { signal, isUpdate: true },
    );
    const shared = new Set(base.layers.map(({ table }) => table));
    return { ...part, ref: name, own: part.layers.map(({ table }) => table).filter((table) => !shared.has(table)) };
  }
}

/** Whether the layers that a ref shares are still those of the default branch; merged ones would be kept for the ref alone. */
function sharesBase(part: RefPart, base: CodePart): boolean {
  const tables = new Set([...part.own, ...base.layers.map(({ table }) => table)]);
  return part.layers.every(({ table }) => tables.has(table));
}
