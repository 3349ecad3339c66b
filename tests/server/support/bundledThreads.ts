import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import threads, { Worker, type WorkerOptions } from "node:worker_threads";
import { productEntry } from "./productEntry.ts";

const SERVER = pathToFileURL(join(import.meta.dirname, "../../../server/")).href;

class BundledWorker extends Worker {
  constructor(entry: string | URL, options?: WorkerOptions) {
    super(bundledEntry(entry), options);
  }
}

/** Another entry than one of the server's threads is returned as it is. */
function bundledEntry(entry: string | URL): string | URL {
  if (!(entry instanceof URL) || !entry.href.startsWith(SERVER)) return entry;
  const path = join(dirname(productEntry("main")), basename(entry.pathname).replace(/\.ts$/, ".js"));
  return existsSync(path) ? pathToFileURL(path) : entry;
}

/**
 * From now on threads of the server load the bundle of the sources, as in the published package. A thread that loads them as TypeScript takes
 * half a second more of processor time and twice the memory, and the tests start thousands.
 */
export function startThreadsOfBundle(): void {
  if (threads.Worker === BundledWorker) return;
  Object.assign(threads, { Worker: BundledWorker });
  syncBuiltinESMExports();
}
