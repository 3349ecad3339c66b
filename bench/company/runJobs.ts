import type { Worker } from "node:worker_threads";
import type { BuiltProject, ProjectJob } from "./generateWorker.ts";

/** Gives each worker the next job when it has finished one. */
export async function runJobs(
  workers: readonly Worker[],
  jobs: readonly ProjectJob[],
  onProgress: (done: number, bytes: number) => void,
): Promise<ReadonlyMap<number, BuiltProject>> {
  const built = new Map<number, BuiltProject>();
  const waiting = jobs.values();
  let bytes = 0;
  const serve = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const give = (): void => {
        const { value, done } = waiting.next();
        worker.postMessage(done ? null : value);
      };
      worker.on("error", reject);
      worker.on("exit", () => resolve());
      worker.on("message", (project: BuiltProject) => {
        built.set(project.number, project);
        bytes += project.bytes;
        onProgress(built.size, bytes);
        give();
      });
      give();
    });
  await Promise.all(workers.map(serve));
  return built;
}
