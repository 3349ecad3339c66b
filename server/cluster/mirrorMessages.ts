/** The messages between processes that read mirrors and the workers that have them. */
import type { ComputePrincipal } from "../compute/ComputeBudget.ts";
import type { PortableGitError } from "../git/portableGitErrors.ts";
import { VERSION } from "../observability/version.ts";
import type { Draining } from "./SealedServer.ts";

/** Raised when the messages or the named reads change. */
const MESSAGES_VERSION = 3;
/** The results of reads have the types of their own version: only processes of one version ask each other. */
export const MIRROR_PROTOCOL = `${MESSAGES_VERSION}.${VERSION}`;
/** Where a worker takes reads of its mirrors. */
export const MIRROR_PATH = "/mirror";

/** A named read of the mirror of a source. */
export interface MirrorQuestion {
  readonly sourceId: string;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Who waits for it, for the order of reads; null for background work. */
  readonly principal: ComputePrincipal | null;
}

export type MirrorAnswer =
  /** The result as bytes of the structured clone, which only its reader decodes. */
  | { readonly kind: "done"; readonly answer: Uint8Array; readonly isNull: boolean }
  | { readonly kind: "failed"; readonly error: PortableGitError }
  /** The mirror is not on this disk any more. */
  | { readonly kind: "absent" }
  | Draining;
