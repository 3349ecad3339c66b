/** Which store a mirror shares, at each update of it. */
import { SourceError } from "../SourceError.ts";
import { locationOf } from "../urlIdentity.ts";
import { verbatim } from "../../messages/messages.ts";
import { type GitAddress, canonicalUrl } from "./gitAddress.ts";
import type { Share } from "./mirror.ts";
import {
  isShallow,
  isThere,
  readFromStore,
  removeLeftovers,
  removeMirror,
  sourceOfMirror,
  storeOfMirror,
} from "./mirrorFiles.ts";
import { type AlternateStores, type Sharing, objectFormatOf, isRetired } from "./AlternateStores.ts";
import { endSharing, giveOwnObjects, hasOwnObjects, isSettled, settle, takeOver } from "./sharedObjects.ts";

/**
 * The spelling by which addresses are compared. Scheme, user and port stay: what a host lists over one way must not open what came over
 * another.
 * @param isOfKnownHost one that takes names in either case, and with or without `.git`
 */
export function sharedUrl(address: GitAddress, isOfKnownHost: boolean): string {
  const url = canonicalUrl(address);
  if (!isOfKnownHost || address.kind !== "web") return url;
  const { host, path } = locationOf(url);
  return `${address.url.protocol}//${host}${path}`;
}

/** Shares the objects of a mirror with those of its company at the same address. */
export function shareMirror(stores: AlternateStores, folder: string, of: Sharing, signal: AbortSignal): Share {
  return {
    isReady: (commit) => {
      const key = stores.keyOf(of, commit);
      return isSettled(folder, async (store) => stores.isOf(store, key) && !(await isRetired(store)));
    },
    run: async (commit, work) => {
      const key = stores.keyOf(of, commit);
      try {
        if (!stores.isWriter()) {
          await withoutWriting(stores, folder, key, signal);
          return await work(null);
        }
        return await stores.exclusive(key, signal, async () => {
          const store = await stores.open(key, objectFormatOf(commit), sourceOfMirror(folder));
          await bindTo(stores, folder, { store, key }, signal);
          return work(store);
        });
      } catch (error) {
        if (!signal.aborted || error instanceof SourceError) throw error;
        throw new SourceError("aborted", verbatim("Cancelled."), { cause: error });
      }
    },
  };
}

/**
 * For a process that does not write to the stores: ends that a mirror reads a store that it must not read. Where it reads the right one, it
 * keeps it, and what is fetched stays in the mirror.
 */
async function withoutWriting(
  stores: AlternateStores,
  folder: string,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const current = await storeOfMirror(folder);
  if (current === null) return;
  try {
    if (await isRetired(current)) await removeMirror(folder);
    else if (!stores.isOf(current, key)) await endSharing(folder, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError) || error.code !== "damaged") throw error;
    await removeMirror(folder);
  }
}

/** Brings a mirror that exists to its store. One that cannot be brought there is removed, and rebuilt. */
async function bindTo(
  stores: AlternateStores,
  folder: string,
  { store, key }: { readonly store: string; readonly key: string },
  signal: AbortSignal,
): Promise<void> {
  if (!(await isThere(folder))) return;
  const current = await storeOfMirror(folder);
  try {
    // The folder of the mirrors may have been moved to another disk.
    if (current !== null && !(await isRetired(current))) await readFromStore(folder, current);
    if (current !== null && current !== store) {
      // What one address has listed is not what another one lists.
      if (await isRetired(current)) await removeMirror(folder);
      else await endSharing(folder, signal);
      return await stores.leave(current, sourceOfMirror(folder), key);
    }
    if (await isShallow(folder)) return;
    await removeLeftovers(folder);
    if (current === null) await takeOver(folder, store, signal);
    else if (await hasOwnObjects(folder)) await giveOwnObjects(folder, store, signal);
    else return;
    if (current !== null) await settle(folder, store, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError) || error.code !== "damaged") throw error;
    await removeMirror(folder);
  }
}
