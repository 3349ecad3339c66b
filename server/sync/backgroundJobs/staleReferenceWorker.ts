import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { diskFailure, errorMessage, Unavailable } from "../../errors.ts";
import { GitReadError, GitStoppedError } from "../../git/gitErrors.ts";
import { setGitRelay } from "../../git/gitRelayClient.ts";
import { limitMirror } from "../../git/limitMirror.ts";
import { localMirror } from "../../git/MirrorReads.ts";
import { type BlobsLocation, openBlobs } from "../../index/blobs/openBlobs.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import { DamagedIndexError, IndexFormatError } from "../../index/indexErrors.ts";
import type { Manifest } from "../../index/manifest.ts";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import type { DeletedSymbolFacts } from "../../engines/documents/deletedSymbols.ts";
import {
  findStaleReferences,
  type Histories,
  type ProjectStaleReferences,
} from "../../engines/documents/staleReferences.ts";

export interface StaleReferenceTask extends Pick<Histories, "previousFacts" | "removedPaths" | "limits"> {
  readonly blobs: BlobsLocation;
  readonly manifest: Manifest;
  /** The folder of each mirror that can be read, by its source's id. */
  readonly mirrors: ReadonlyMap<string, string>;
  /** The port of the thread's git relay. */
  readonly git: MessagePort;
}
export type StaleReferenceReply =
  | { readonly isAlive: true }
  | { readonly source: string; readonly facts: DeletedSymbolFacts }
  | { readonly staleReferences: ProjectStaleReferences }
  /** `isTransient`: the same comparison may succeed later. */
  | { readonly error: string; readonly isTransient: boolean };

/** A damaged part of the index is built again by the next sync, and is then the same part. */
const TRANSIENT = [Unavailable, GitReadError, GitStoppedError, DamagedIndexError, IndexFormatError];
const isTransient = (error: unknown): boolean =>
  TRANSIENT.some((kind) => error instanceof kind) || diskFailure(error) !== undefined;

/** Entry of the thread that compares the pages of a project with its code. */
const port = parentPort;
if (port) {
  lowerThreadPriority();
  // Only `findStaleReferencesInThread` starts this thread, and it types its messages.
  const { blobs, manifest, mirrors, previousFacts, removedPaths, limits, git } = workerData as StaleReferenceTask;
  setGitRelay(git);
  const foldersOf = new Map(manifest.code.map(({ source, folders }) => [source, folders]));
  const opened = new Map(
    [...mirrors].map(([id, folder]) => [id, limitMirror(localMirror(folder), foldersOf.get(id) ?? [])]),
  );
  const post = (reply: StaleReferenceReply): void => port.postMessage(reply);
  const onProgress = (): void => post({ isAlive: true });
  const onRead: Histories["onRead"] = (source, facts) => post({ source, facts });
  // The thread is ended when nothing waits for it any more.
  const never = new AbortController().signal;
  new IndexCache(openBlobs(blobs))
    .open(manifest)
    .then((index) =>
      findStaleReferences(index, { mirrors: opened, previousFacts, removedPaths, limits, onRead, onProgress }, never),
    )
    .then(
      (staleReferences) => post({ staleReferences }),
      (error: unknown) => post({ error: errorMessage(error), isTransient: isTransient(error) }),
    )
    .finally(() => port.close());
}
