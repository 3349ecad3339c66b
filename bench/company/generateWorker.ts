/** Generates projects in a thread, one after the other. */
import { readFileSync } from "node:fs";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { setGitRelay } from "../../server/git/gitRelayClient.ts";
import { createFileBlobs } from "../../server/index/blobs/blobs.ts";
import { buildCode } from "../../server/index/build/buildCode.ts";
import { buildCommits } from "../../server/index/build/buildCommits.ts";
import { plainContext } from "../../server/index/build/buildContext.ts";
import { buildSymbols } from "../../server/index/build/buildSymbols.ts";
import { resolveCommit } from "../../server/git/commitLookup.ts";
import { type Manifest, emptyManifest, encodeManifest, withPart } from "../../server/index/manifest.ts";
import type { CorpusStatistics } from "./corpusStatistics.ts";
import { projectDeriver } from "./deriveProject.ts";
import { type ProjectSize, generateProject } from "./generateProject.ts";

/** A project to build: one that is generated, or the repository in a bare git directory. */
export type ProjectJob = ProjectSize & { readonly gitDir: string | null };

export interface GenerateWorkerData {
  readonly statisticsFile: string;
  readonly blobFolder: string;
  /** Generated projects that the others are derived from; null: each is generated. */
  readonly bases: readonly Manifest[] | null;
  /** The main thread starts git for it. */
  readonly git: MessagePort;
}
export interface BuiltProject {
  readonly number: number;
  readonly manifest: string;
  readonly bytes: number;
}

const { statisticsFile, blobFolder, bases, git } = workerData as GenerateWorkerData;
setGitRelay(git);
const statistics = JSON.parse(readFileSync(statisticsFile, "utf8")) as CorpusStatistics;
const blobs = createFileBlobs(blobFolder);
const derive = bases && projectDeriver(bases, blobs);

async function buildReal({ number, repository }: ProjectJob, gitDir: string) {
  const context = plainContext(blobs);
  const commit = await resolveCommit(gitDir, "HEAD");
  const input = { gitDir, commit, source: repository, name: `real-${number}`, previous: null };
  const part = await buildSymbols({ part: await buildCode(input, context) }, context);
  const commits = await buildCommits({ ...input, maxHunkCommits: 50 }, context);
  const manifest: Manifest = withPart(withPart(emptyManifest(), { code: part }), { commits });
  return { manifest, bytes: part.bytes };
}

parentPort?.on("message", (job: ProjectJob | null) => {
  if (job === null) process.exit(0);
  const generate = (): Promise<{ manifest: Manifest; bytes: number }> =>
    derive ? derive(job) : generateProject(statistics, job, blobs);
  const work = job.gitDir === null ? generate() : buildReal(job, job.gitDir);
  void work.then(({ manifest, bytes }) => {
    parentPort?.postMessage({ number: job.number, manifest: encodeManifest(manifest), bytes } satisfies BuiltProject);
  });
});
