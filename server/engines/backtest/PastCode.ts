import { buildCode } from "../../index/build/buildCode.ts";
import { plainContext } from "../../index/build/buildContext.ts";
import { buildSymbols } from "../../index/build/buildSymbols.ts";
import { mergeLayers } from "../../index/build/mergeLayers.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { findCommit } from "../../git/commitLookup.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import { type CodePart, emptyManifest, withPart } from "../../index/manifest.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";

export interface PastCodeInput {
  /** The project's present index. */
  readonly index: OpenedIndex;
  /** The temporary folder for indexes of past commits; deleted after the run. */
  readonly blobs: Blobs;
  /** Mirror of a repository, by its source's id. */
  readonly gitDirOf: (source: string) => string;
}

/** The code of a repository as it was before a commit, with the project's history and issues, each index made from the one before. */
export class PastCode {
  readonly #input: PastCodeInput;
  readonly #last = new Map<string, CodePart>();

  constructor(input: PastCodeInput) {
    this.#input = input;
  }

  /** Null where the commit has no parent or the mirror does not have it. */
  async at(source: string, commit: string): Promise<OpenedIndex | null> {
    const { blobs, index, gitDirOf } = this.#input;
    const gitDir = gitDirOf(source);
    const parent = await findCommit(gitDir, `${commit}^`);
    if (parent === null) return null;
    const context = plainContext(blobs);
    const folders = index.commits.find(({ part }) => part.source === source)?.part.folders ?? [];
    const previous = this.#last.get(source) ?? null;
    const code = await buildCode({ gitDir, commit: parent, source, name: source, previous, folders }, context);
    const merged = await mergeLayers(await buildSymbols({ part: code }, context), context);
    this.#last.set(source, merged);
    const then = await new IndexCache(blobs, { maxBytes: 0 }).open(withPart(emptyManifest(), { code: merged }));
    const commits = index.commits.filter(({ part }) => part.source === source);
    return {
      ...then,
      commits,
      commitGroup: new MultiSegmentReader(
        commits.map(({ segment }) => ({ segment })),
        index.commitGroup.scheme,
      ),
      issues: index.issues,
      issueGroup: index.issueGroup,
    };
  }
}
