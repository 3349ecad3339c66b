import type { SourceDeps } from "../features/sources/projectSources.ts";
import type { Db } from "../db/openDb.ts";
import { hasUsers } from "../db/tables/accounts/users.ts";
import { type DemoHost, readDemoPort, startDemoHost, startTernHost } from "./demoHost.ts";
import { seedDemo } from "./seedDemo.ts";

/** The demo, as `run.ts` uses it: open it before the sources are made, seed it when everything is wired, stop it last. */
export interface Demo {
  readonly hosts: readonly DemoHost[];
  /** To be added to the operator's own, for the demo's trackers and repositories. */
  readonly allowedNetworks: readonly string[];
  readonly allowedPaths: readonly string[];
  /** Fills an empty database. Gives the lines to print. */
  seed(deps: SourceDeps): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts the demo's trackers in a database without accounts, or in a data folder that was started with the demo before. Undefined otherwise,
 * so that a production installation never gets a demo by accident.
 */
export async function openDemo(db: Db, dataDir: string): Promise<Demo | undefined> {
  if ((await hasUsers(db)) && readDemoPort(dataDir) === null) return undefined;
  // Sources are synced in this order. The sample project takes seconds, the history of this code a minute.
  const tern = await startTernHost(dataDir);
  // Last: the port that it stores makes later starts open the demo.
  const clew = await startDemoHost(dataDir).catch(async (error: unknown) => {
    await tern.stop();
    throw error;
  });
  const hosts = [tern, clew];
  return {
    hosts,
    allowedNetworks: hosts.flatMap((host) => host.allowedNetworks),
    allowedPaths: hosts.flatMap((host) => host.allowedPaths),
    seed: (deps) => seedDemo(deps, hosts),
    async stop() {
      await Promise.all(hosts.map((host) => host.stop()));
    },
  };
}
