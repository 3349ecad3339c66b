import { join } from "node:path";
import type { ConnectorInput, ResolvedAddress } from "./connector/Connector.ts";
import type { PushedSource } from "./connector/pushedTypes.ts";
import type { SourceFacts } from "./connector/connectorTypes.ts";
import { type Egress, createEgress } from "./egress/egress.ts";
import { updateCommitGraph } from "./git/mirrorCommitGraph.ts";
import { withGitAccess } from "./git/gitAccess.ts";
import { updateMirror } from "./git/mirror.ts";
import {
  listMirrors,
  mirrorBytes,
  mirrorFolderIn,
  partFolder,
  removeMirror,
  removeUnfinished,
  storeOfMirror,
} from "./git/mirrorFiles.ts";
import { listRemoteRefs, updateMirrorRefs } from "./git/mirrorRefs.ts";
import { fetchListedRefs } from "./git/listedRefs.ts";
import { AlternateStores, retire } from "./git/AlternateStores.ts";
import { writeShared } from "./git/sharedObjects.ts";
import { sharedUrl, shareMirror } from "./git/shareMirror.ts";
import { connectorInput, openConnector } from "./openConnector.ts";
import {
  ledgerOf,
  repositoryProofOf,
  reporterOf,
  repositoryRulesOf,
  requestsOf,
  trackerOf,
  wikiOf,
  writerOf,
} from "./providers/connectorRegistry.ts";
import { type RepositoryContext, proveByGit, readRepositoryAccess, validateRepository } from "./repositoryAccess.ts";
import { openRepositoryGroup } from "./repositoryGroups.ts";
import { credentialOf } from "./sourceCredential.ts";
import type { Mirrors, SourceAccess, Sources, ValidatedSource } from "./sourceTypes.ts";
import { withDeadline } from "./withDeadline.ts";

export interface SourcesOptions {
  readonly dataDir: string;
  /** CIDR blocks and hosts that may be reached although they are private. */
  readonly allowedNetworks: readonly string[];
  readonly allowedPaths: readonly string[];
  /** The sources whose items were sent to this server; left out: none can be read. */
  readonly pushed?: (sourceId: string) => PushedSource;
  /** Called with the status of every response of a host, and null where there was none. */
  readonly onResponse?: (status: number | null) => void;
  /** A test's own way out. */
  readonly egress?: Egress;
  /** Milliseconds that validating may take. */
  readonly validateTimeoutMs?: number;
  /** Milliseconds before the first repetition of a request that the host failed at. */
  readonly retryDelayMs?: number;
}

export function createSources(options: SourcesOptions): Sources {
  const { dataDir, allowedPaths, pushed, retryDelayMs, validateTimeoutMs = 5000 } = options;
  const egress = options.egress ?? createEgress({ allowed: options.allowedNetworks, onResponse: options.onResponse });
  const context: RepositoryContext = { egress, pushed, allowedPaths, sshFolder: join(dataDir, "ssh"), retryDelayMs };
  const stores = new AlternateStores(dataDir);
  /** A caller waits for this answer, so nothing is retried. */
  const validate = <T extends { describe(signal: AbortSignal): Promise<SourceFacts> }>(
    resolve: (provider: string, input: ConnectorInput) => ResolvedAddress<T>,
    access: SourceAccess,
  ): Promise<ValidatedSource> =>
    withDeadline(validateTimeoutMs, async (signal) => {
      const { url, connector } = openConnector(context, resolve, access, 0);
      return { ...(await connector.describe(signal)), url };
    });
  return {
    ...createMirrors(context, dataDir, stores),
    egress,
    async identify(kind, access) {
      if (kind === "repository") {
        const { url, name } = await readRepositoryAccess(context, access);
        return { url, name };
      }
      const resolve = kind === "wiki" ? wikiOf : trackerOf;
      const { url, name } = resolve(access.provider, connectorInput(context, access, null));
      return { url, name };
    },
    validateRepository: (access) =>
      withDeadline(validateTimeoutMs, (signal) => validateRepository(context, access, validateTimeoutMs, signal)),
    validateTracker: (access) => validate(trackerOf, access),
    validateWiki: (access) => validate(wikiOf, access),
    async proveReadable(kind, access) {
      const prove = repositoryProofOf(access.provider);
      if (kind === "wiki") await validate(wikiOf, access);
      else if (prove)
        return withDeadline(validateTimeoutMs, (signal) =>
          prove(connectorInput(context, access, credentialOf(access, access.url, ""), 0), signal),
        );
      else if (kind === "tracker") await validate(trackerOf, access);
      else await withDeadline(validateTimeoutMs, (signal) => proveByGit(context, access, validateTimeoutMs, signal));
      return null;
    },
    openTracker: (access) => openConnector(context, trackerOf, access).connector,
    openWiki: (access) => openConnector(context, wikiOf, access).connector,
    openRequests: (access) =>
      requestsOf(access.provider, connectorInput(context, access, credentialOf(access, access.url, ""))),
    openLedger: (access) =>
      ledgerOf(access.provider, connectorInput(context, access, credentialOf(access, access.url, ""))),
    // Nothing is repeated: a change whose answer was lost may have arrived.
    openWriter: (access) =>
      writerOf(access.provider, connectorInput(context, access, credentialOf(access, access.url, ""), 0)),
    openReporter: (access) =>
      reporterOf(access.provider, connectorInput(context, access, credentialOf(access, access.url, ""), 0)),
    openGroup: (access) => openRepositoryGroup(context, access),
    close: () => {
      stores.close();
      return egress.close();
    },
  };
}

function createMirrors(context: RepositoryContext, dataDir: string, stores: AlternateStores): Mirrors {
  const mirrorFolder = mirrorFolderIn(dataDir);
  const write = <T>(folder: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
    stores.inTurnOf(folder, signal, (store) => writeShared(folder, store, signal, work));
  return {
    mirrorFolder,
    async updateMirror(sourceId, access, { companyId, ...progress }) {
      const { address, credential } = await readRepositoryAccess(context, access);
      const folder = mirrorFolder(sourceId);
      const isOfKnownHost = repositoryRulesOf(access.provider).innerPage !== undefined;
      const of = companyId === undefined ? null : { companyId, url: sharedUrl(address, isOfKnownHost) };
      const share = of ? shareMirror(stores, folder, of, progress.signal) : undefined;
      return withGitAccess(address, credential, context, (access) =>
        updateMirror({ folder, address, access, share, ...progress }),
      );
    },
    async listRefs(access, signal) {
      const { address, credential } = await readRepositoryAccess(context, access);
      return withGitAccess(address, credential, context, (access) => listRemoteRefs(address, access, signal));
    },
    async updateRefs(sourceId, access, refs, signal) {
      const { address, credential } = await readRepositoryAccess(context, access);
      const folder = mirrorFolder(sourceId);
      return withGitAccess(address, credential, context, (access) =>
        write(folder, signal, () => updateMirrorRefs({ folder, address, access, signal }, refs)),
      );
    },
    async fetchListed(sourceId, access, { head, refs }, signal) {
      const { address, credential } = await readRepositoryAccess(context, access);
      const folder = mirrorFolder(sourceId);
      return withGitAccess(address, credential, context, (access) =>
        write(folder, signal, () => fetchListedRefs({ folder, address, access, signal }, head, refs)),
      );
    },
    ...createStoredMirrors(stores, mirrorFolder),
    listMirrors: () => listMirrors(dataDir),
  };
}

type StoredMirrors = Pick<
  Mirrors,
  | "updateCommitGraph"
  | "removeMirror"
  | "removeUnfinishedMirror"
  | "retireShared"
  | "removeUnshared"
  | "mirrorBytes"
  | "sharersOf"
>;

/** What needs no host. */
function createStoredMirrors(stores: AlternateStores, mirrorFolder: (sourceId: string) => string): StoredMirrors {
  const storeOf = async (folder: string): Promise<string | null> =>
    (await storeOfMirror(folder)) ?? storeOfMirror(partFolder(folder));
  return {
    updateCommitGraph: (sourceId, signal) =>
      stores.inTurnOf(
        mirrorFolder(sourceId),
        signal,
        (store) => updateCommitGraph(store ?? mirrorFolder(sourceId), signal),
        () => Promise.resolve(null),
      ),
    async removeMirror(sourceId) {
      const folder = mirrorFolder(sourceId);
      const store = await storeOf(folder);
      await removeMirror(folder);
      if (store !== null) await stores.leave(store, sourceId);
    },
    async removeUnfinishedMirror(sourceId) {
      const folder = mirrorFolder(sourceId);
      const store = await storeOf(folder);
      await removeUnfinished(folder);
      if (store !== null) await stores.leave(store, sourceId);
    },
    async retireShared(sourceId) {
      const store = await storeOfMirror(mirrorFolder(sourceId));
      if (store !== null) await retire(store);
    },
    removeUnshared: () => stores.collect(),
    async mirrorBytes(sourceId) {
      const folder = mirrorFolder(sourceId);
      const store = await storeOf(folder);
      return (await mirrorBytes(folder, store)) + (store === null ? 0 : await stores.share(store, sourceId));
    },
    async sharersOf(sourceId) {
      const store = await storeOf(mirrorFolder(sourceId));
      return store === null ? [] : (await stores.users(store)).filter((id) => id !== sourceId);
    },
  };
}
