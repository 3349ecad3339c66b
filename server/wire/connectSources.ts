import type { DemoPerson } from "../../contract/access/installation.ts";
import { createSeal } from "../access/keys/secrets.ts";
import type { InstallationTokens } from "../features/apps/appsDeps.ts";
import { createInstallationTokens } from "../features/apps/installationTokens.ts";
import { openInstallationFor } from "../features/apps/usableInstallations.ts";
import { type Connections, createConnections } from "../features/connections/service.ts";
import { OAUTH_CALLBACK } from "../features/connections/routes.ts";
import { isDamaged, isOutage } from "../db/databaseErrors.ts";
import { withAdvisoryLock } from "../db/withAdvisoryLock.ts";
import { createDemoPeople } from "../demo/demoPeople.ts";
import { mountDemoHosts } from "../demo/mountDemoHosts.ts";
import { openDemo } from "../demo/openDemo.ts";
import { errorMessage } from "../errors.ts";
import type { Sources } from "../sources/sourceTypes.ts";
import { createSources } from "../sources/createSources.ts";
import { ImportedSource } from "../sources/providers/custom/ImportedSource.ts";
import { createOauthClients } from "../sources/oauth/oauthClients.ts";
import type { SyncService } from "../sync/SyncService.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

export interface ConnectedSources {
  readonly sources: Sources;
  readonly connections: Connections;
  readonly appTokens: InstallationTokens;
  /**
   * Fills the demo, once among all processes.
   * @returns lines for the operator; none without a demo
   */
  readonly seedDemo: (sync: SyncService) => Promise<readonly string[]>;
  /** Users of the demo that a visitor can sign in as; none where the operator has turned it off. */
  readonly listDemoPeople: () => Promise<DemoPerson[]>;
  /** For the operator, when the demo could not be set up; the server runs without it. */
  readonly problems: readonly string[];
}

/** Connects the hosts of sources, the providers at which users connect accounts, and the demo's own hosts. */
export async function connectSources(server: ServerProcess, storage: Storage): Promise<ConnectedSources> {
  const { settings, metrics, app, publicUrl, onClose } = server;
  const { log } = app;
  const { database, keys, secrets } = storage;
  const { db } = database;
  const problems: string[] = [];
  const withoutDemo = (error: unknown): undefined => {
    if (isOutage(error) || isDamaged(error)) throw error;
    log.error({ err: error }, "the demo could not be set up");
    problems.push(`The demo could not be set up: ${errorMessage(error)}. The server runs without it.`);
  };
  const hasDemo = settings.demo && settings.roles.includes("worker");
  const demo = hasDemo ? await openDemo(db, settings.dataDir).catch(withoutDemo) : undefined;
  if (demo) onClose(() => demo.stop());
  if (demo && settings.roles.includes("web")) mountDemoHosts(app, demo.hosts, settings.publicUrl);
  const sources = createSources({
    dataDir: settings.dataDir,
    allowedNetworks: [...settings.allowedNetworks, ...(demo?.allowedNetworks ?? [])],
    allowedPaths: [...settings.allowedPaths, ...(demo?.allowedPaths ?? [])],
    pushed: (sourceId) => new ImportedSource(db, sourceId),
    onResponse: (status) => metrics.egressResponse(status),
  });
  onClose(() => sources.close());
  const appTokens = createInstallationTokens({ db, secrets, egress: sources.egress });
  const connections = createConnections({
    forInstallation: (...parameters) => openInstallationFor({ db, tokens: appTokens }, ...parameters),
    db,
    secrets,
    attemptSeal: createSeal(keys, "oauth"),
    clients: createOauthClients(settings.oauth, sources.egress),
    redirectUri: () => publicUrl() + OAUTH_CALLBACK,
  });
  await connections.adoptOrigins();
  return {
    sources,
    connections,
    appTokens,
    problems,
    listDemoPeople: settings.demo ? createDemoPeople(db) : () => Promise.resolve([]),
    seedDemo: async (sync) => {
      if (!demo) return [];
      const seed = () => demo.seed({ db, secrets, sources, sync });
      return (await withAdvisoryLock(database, "seed", seed).catch(withoutDemo)) ?? [];
    },
  };
}
