/**
 * Writes the data folder of a server with one company of many projects: generated ones with the statistics of real repositories, whose
 * sizes follow Zipf's law, and the real ones. `bench/company.ts` measures searches over it.
 *
 *     node bench/companyLoad.ts --repositories FOLDER --out FOLDER [--projects 2000] [--files 1000000] [--issues 1000000] [--real 30] [--threads 2] [--from FOLDER]
 *
 * `--repositories` has bare git repositories. With `--from` the folder of an earlier run, projects have some of the files and issues of the
 * projects of that run, which takes a tenth of the time. The person of `OUT/visitor.json` is a member of all projects.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { spawnGit } from "../server/git/gitProcess.ts";
import { openGitRelay } from "../server/git/gitRelayOwner.ts";
import { newId } from "../server/db/newId.ts";
import { type CorpusStatistics, readStatistics, repositoriesIn } from "./company/corpusStatistics.ts";
import type { GenerateWorkerData, ProjectJob } from "./company/generateWorker.ts";
import { linkBlobs, readBases } from "./company/readBases.ts";
import { seedCompany } from "./company/seedCompany.ts";
import { runJobs } from "./company/runJobs.ts";
import { countFiles } from "./company/countFiles.ts";

const { values } = parseArgs({
  options: {
    repositories: { type: "string" },
    out: { type: "string" },
    projects: { type: "string", default: "2000" },
    files: { type: "string", default: "1000000" },
    issues: { type: "string", default: "1000000" },
    real: { type: "string", default: "30" },
    threads: { type: "string", default: "2" },
    from: { type: "string" },
  },
});
if (values.repositories === undefined || values.out === undefined)
  throw new Error("--repositories and --out are needed.");
const out = values.out;
/** Sizes of projects fall with their rank to this power. */
const EXPONENT = 0.8;
/** Larger real repositories and longer histories take minutes to read. */
const MAX_REAL_FILES = 3000;

const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
mkdirSync(out, { recursive: true });
const repositories = repositoriesIn(values.repositories);
const statisticsFile = join(out, "statistics.json");
if (values.from !== undefined) copyFileSync(join(values.from, "statistics.json"), statisticsFile);
if (!existsSync(statisticsFile)) {
  const read = await readStatistics(repositories.map(({ gitDir }) => gitDir));
  writeFileSync(statisticsFile, JSON.stringify(read));
}
const statistics = JSON.parse(readFileSync(statisticsFile, "utf8")) as CorpusStatistics;
console.log(`statistics of ${statistics.files} files of ${statistics.repositories} repositories, ${seconds()}`);

const jobs: ProjectJob[] = [];
const sizes = (total: number, count: number): number[] => {
  const shares = Array.from({ length: count }, (_, rank) => (rank + 1) ** -EXPONENT);
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => Math.max(3, Math.round((total * share) / sum)));
};
const count = Number(values.projects);
const files = sizes(Number(values.files), count);
const issues = sizes(Number(values.issues), count);
for (let number = 0; number < count; number += 1) {
  jobs.push({
    number,
    files: files[number] ?? 0,
    // A large repository need not have a large tracker.
    issues: issues[(number * 7) % count] ?? 0,
    repository: newId(),
    tracker: newId(),
    gitDir: null,
  });
}
let real = 0;
for (const { gitDir } of repositories) {
  if (real >= Number(values.real)) break;
  if ((await countFiles(gitDir)) > MAX_REAL_FILES) continue;
  jobs.push({ number: count + real, files: 0, issues: 0, repository: newId(), tracker: newId(), gitDir });
  real += 1;
}
const bases = values.from === undefined ? null : await readBases(values.from);
if (values.from !== undefined) linkBlobs(values.from, out);
const workers = Array.from({ length: Number(values.threads) }, () => {
  const git = openGitRelay(spawnGit);
  return new Worker(new URL("./company/generateWorker.ts", import.meta.url), {
    workerData: { statisticsFile, blobFolder: join(out, "blobs"), bases, git } satisfies GenerateWorkerData,
    transferList: [git],
  });
});
const built = await runJobs(workers, jobs, (done, bytes) => {
  if (done % 20 === 0)
    console.log(`${done} of ${jobs.length} projects, ${(bytes / 1e6).toFixed(0)} MB of text, ${seconds()}`);
});
const visitor = await seedCompany(out, jobs, built);
writeFileSync(join(out, "visitor.json"), JSON.stringify(visitor));
console.log(`${jobs.length} projects, ${real} of them real, ${seconds()}`);
process.exit(0);
