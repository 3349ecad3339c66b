import type { BuildProgress } from "../../index/build/buildContext.ts";
import { isMergeDue } from "../../index/build/mergeLayers.ts";
import { type CodePart, isOfFolders, symbolsOf, withPart } from "../../index/manifest.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import { readStoredManifest, swapManifest } from "../store/storedManifest.ts";
import { asLimit } from "./repositoryFailure.ts";

/** The commit that is indexed. */
interface IndexedCommit {
  readonly folder: string;
  readonly head: string;
  readonly branch: string | null;
}

/** Builds the parts of one repository in the index of its project; a part that is up to date is left as it is. */
export class RepositoryIndex {
  readonly #source: SyncedSource;
  readonly #context: SyncContext;
  readonly #commit: IndexedCommit;

  constructor(source: SyncedSource, context: SyncContext, commit: IndexedCommit) {
    this.#source = source;
    this.#context = context;
    this.#commit = commit;
  }

  async codePart(): Promise<CodePart | null> {
    const { code } = await readStoredManifest(this.#context.db, this.#source.projectId);
    return code.find(({ source }) => source === this.#source.id) ?? null;
  }

  async buildFiles(): Promise<void> {
    const { head, branch } = this.#commit;
    const stored = await this.codePart();
    // What was built for other folders is read by users until it is replaced, and nothing of it is reused.
    const previous = isOfFolders(stored, this.#source.folders) ? stored : null;
    if (previous?.commit === head) {
      if (previous.branch !== branch) await this.#store({ code: { ...previous, branch } });
      return;
    }
    this.#context.progress.report("files");
    await this.#store({ code: await this.#buildCode(previous) });
  }

  async #buildCode(previous: CodePart | null): Promise<CodePart> {
    const { builder, signal, maxFiles } = this.#context;
    const { id, name, folders } = this.#source;
    const { folder, head, branch } = this.#commit;
    const input = { gitDir: folder, commit: head, source: id, name, branch, maxFiles, folders };
    const onProgress = this.#reportStep("files");
    // An update only reads the changed files, and readers keep the old symbols until the new ones exist.
    const build = previous && symbolsOf(previous) !== null ? builder.updateCode : builder.buildCode;
    try {
      return await build({ ...input, previous }, { signal, onProgress, isUpdate: previous !== null });
    } catch (error) {
      if (!previous || signal.aborted || asLimit(error)) throw error;
      // The last build may be damaged: build again without it.
      return builder.buildCode({ ...input, previous: null }, { signal, onProgress });
    }
  }

  async buildSymbols(): Promise<void> {
    const { builder, progress, signal } = this.#context;
    const part = await this.codePart();
    if (!part || symbolsOf(part) !== null) return;
    progress.report("symbols", 0, part.files);
    const onProgress = this.#reportStep("symbols");
    await this.#store({
      code: await builder.buildSymbols({ part }, { signal, isUpdate: part.layers.length > 1, onProgress }),
    });
  }

  /** Keeps the number of layers small. The last step, because no reader waits for it. */
  async mergeLayers(): Promise<void> {
    const { builder, blobs, signal } = this.#context;
    const part = await this.codePart();
    if (part && (await isMergeDue(blobs, part)))
      await this.#store({ code: await builder.mergeLayers(part, { signal }) });
  }

  async buildCommits(): Promise<void> {
    const { db, builder, progress, signal, maxFiles } = this.#context;
    const { id, projectId, folders } = this.#source;
    const { folder, head } = this.#commit;
    const { commits } = await readStoredManifest(db, projectId);
    const stored = commits.find((part) => part.source === id) ?? null;
    const previous = isOfFolders(stored, folders) ? stored : null;
    if (previous?.head === head) return;
    progress.report("index");
    const part = await builder.buildCommits(
      { gitDir: folder, commit: head, source: id, previous, maxFiles, folders },
      {
        signal,
        isUpdate: previous !== null,
        onProgress: ({ done, total }) => {
          progress.report("index", done, total);
        },
      },
    );
    await this.#store({ commits: part });
  }

  async #store(part: Parameters<typeof withPart>[1]): Promise<void> {
    await swapManifest(this.#context.db, this.#source.projectId, (manifest) => withPart(manifest, part));
  }

  /** The builder reports further steps of the same build, which are not shown. */
  #reportStep(shown: "files" | "symbols"): (progress: BuildProgress) => void {
    return ({ step, done, total }) => {
      if (step === shown) this.#context.progress.report(shown, done, total);
    };
  }
}
