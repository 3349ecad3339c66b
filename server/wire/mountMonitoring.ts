import { mountHealth } from "../http/healthEndpoints.ts";
import { mountProbe } from "../http/probeEndpoint.ts";
import { mountMetrics, openOperatorPort, readMetrics } from "../http/metricsEndpoints.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Health, metrics and the probe, on the app's port and on the operator's where there is one. @returns reads the metrics as Prometheus does */
export async function mountMonitoring(server: ServerProcess, storage: Storage): Promise<() => Promise<string>> {
  const { app, settings, metrics, isReady, onClose } = server;
  const { database, doesStoreAnswer, keys } = storage;
  const { db } = database;
  const onError = (error: unknown): void => app.log.warn({ err: error }, "the metrics could not be read whole");
  mountHealth(app, { db, isReady });
  mountProbe(app, keys);
  mountMetrics(app, { db, metrics, token: settings.metricsToken, onError });
  metrics.probe({
    database: () => database.load,
    isDamaged: () => database.damage.metAt !== null,
    doesStoreAnswer,
  });
  if (settings.operatorPort) {
    const opened = await openOperatorPort({ ...settings.operatorPort, db, metrics, onError, isReady });
    onClose(() => opened.close());
    app.log.info({ port: opened.port }, "the operator's port is open");
  }
  return () => readMetrics(db, metrics, onError);
}
