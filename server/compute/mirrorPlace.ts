/** Where the mirror of a repository is read: what an engine thread asks the main thread. */
import type { PortableGitError } from "../git/portableGitErrors.ts";
import type { ComputePrincipal } from "./ComputeBudget.ts";

/** A process that has a mirror on its disk. */
export interface MirrorHolder {
  readonly address: string;
  /** Identifies the current start of the process; the next start has another id. */
  readonly id: string;
  /** No other mirror of the repository is newer. */
  readonly isFresh: boolean;
}

export type MirrorPlace =
  /** On the disk of this process, or nowhere. */
  | { readonly kind: "here" }
  /** By another process, the best one first; none where no process that has it is live. */
  | { readonly kind: "elsewhere"; readonly holders: readonly MirrorHolder[] };

/** One of the named reads, for the holders of a mirror in turn. */
export interface MirrorReadRequest {
  readonly sourceId: string;
  readonly holders: readonly MirrorHolder[];
  readonly name: string;
  readonly args: readonly unknown[];
}

export type MirrorOutcome =
  /** The result, as bytes of the structured clone. */
  { readonly answer: Uint8Array } | { readonly error: PortableGitError };

/** Decides where mirrors are read, and reads those of other processes. */
export interface MirrorReader {
  locate(sourceId: string): Promise<MirrorPlace>;
  /**
   * @param principal who waits for it; null for background work
   * @throws Unavailable when no holder answers; the signal's reason
   */
  read(request: MirrorReadRequest, principal: ComputePrincipal | null, signal: AbortSignal): Promise<MirrorOutcome>;
}

/** The reader of a process that shares its database with no other one. */
export const MIRRORS_HERE: MirrorReader = {
  locate: () => Promise.resolve({ kind: "here" }),
  read: () => Promise.reject(new Error("All mirrors are here.")),
};
