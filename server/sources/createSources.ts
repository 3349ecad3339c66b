import { join } from "node:path";
import type { ConnectorInput, ResolvedAddress } from "./connector/Connector.ts";
import type { PushedSource } from "./connector/pushedTypes.ts";
import type { SourceFacts } from "./connector/connectorTypes.ts";
import { type Egress, createEgress } from "./egress/egress.ts";
import { updateCommitGraph } from "./git/mirrorCommitGraph.ts";
import { withGitAccess } from "./git/gitAccess.ts";
import { updateMirror } from "./git/mirror.ts";
import { listMirrors, mirrorBytes, mirrorFolderIn, removeMirror, removeUnfinished } from "./git/mirrorFiles.ts";
import { listRemoteRefs, updateMirrorRefs } from "./git/mirrorRefs.ts";
import { fetchListedRefs } from "./git/listedRefs.ts";
import { connectorInput, openConnector } from "./openConnector.ts";
import { ledgerOf, reporterOf, requestsOf, trackerOf, wikiOf, writerOf } from "./providers/connectorRegistry.ts";
import { type RepositoryContext, readRepositoryAccess, validateRepository } from "./repositoryAccess.ts";
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
    ...createMirrors(context, dataDir),
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
    close: () => egress.close(),
  };
}

function createMirrors(context: RepositoryContext, dataDir: string): Mirrors {
  const mirrorFolder = mirrorFolderIn(dataDir);
  return {
    mirrorFolder,
    async updateMirror(sourceId, access, progress) {
      const { address, credential } = await readRepositoryAccess(context, access);
      return withGitAccess(address, credential, context, (access) =>
        updateMirror({ folder: mirrorFolder(sourceId), address, access, ...progress }),
      );
    },
    async listRefs(access, signal) {
      const { address, credential } = await readRepositoryAccess(context, access);
      return withGitAccess(address, credential, context, (access) => listRemoteRefs(address, access, signal));
    },
    async updateRefs(sourceId, access, refs, signal) {
      const { address, credential } = await readRepositoryAccess(context, access);
      return withGitAccess(address, credential, context, (access) =>
        updateMirrorRefs({ folder: mirrorFolder(sourceId), address, access, signal }, refs),
      );
    },
    async fetchListed(sourceId, access, { head, refs }, signal) {
      const { address, credential } = await readRepositoryAccess(context, access);
      return withGitAccess(address, credential, context, (access) =>
        fetchListedRefs({ folder: mirrorFolder(sourceId), address, access, signal }, head, refs),
      );
    },
    updateCommitGraph: (sourceId, signal) => updateCommitGraph(mirrorFolder(sourceId), signal),
    removeMirror: (sourceId) => removeMirror(mirrorFolder(sourceId)),
    removeUnfinishedMirror: (sourceId) => removeUnfinished(mirrorFolder(sourceId)),
    mirrorBytes: (sourceId) => mirrorBytes(mirrorFolder(sourceId)),
    listMirrors: () => listMirrors(dataDir),
  };
}
