import type { FastifyInstance } from "fastify";
import { mountHealth } from "../http/healthEndpoints.ts";
import { mountMetrics, openOperatorPort, readMetrics } from "../http/metricsEndpoints.ts";
import type { Metrics } from "../observability/Metrics.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";
import type { Storage } from "./openStorage.ts";

export interface MonitoringDeps {
  readonly app: FastifyInstance;
  readonly settings: Settings;
  readonly storage: Pick<Storage, "database" | "doesStoreAnswer">;
  readonly metrics: Metrics;
  readonly isReady: () => boolean;
  readonly onClose: OnClose;
}

/** Health and metrics, on the app's port and on the operator's where there is one. @returns reads the metrics as Prometheus does */
export async function mountMonitoring({
  app,
  settings,
  storage,
  metrics,
  isReady,
  onClose,
}: MonitoringDeps): Promise<() => Promise<string>> {
  const { database, doesStoreAnswer } = storage;
  const { db } = database;
  const onError = (error: unknown): void => app.log.warn({ err: error }, "the metrics could not be read whole");
  mountHealth(app, { db, isReady });
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
