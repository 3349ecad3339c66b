import type { Db } from "../../db/openDb.ts";
import { type DueAnalysis, listDueAnalyses, upsertAnalyses } from "../../db/tables/issues/issueAnalyses.ts";
import type { RowAnswer, RowQuestion } from "../../engines/analyze/rowAnalysis.ts";
import { RowAnalyzer } from "./RowAnalyzer.ts";
import { listFeedback } from "../../db/tables/issues/localizationFeedback.ts";
import { type Manifest, symbolsOf } from "../../index/manifest.ts";
import type { BlobsLocation } from "../../index/blobs/openBlobs.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { ANALYZE_ISSUES, type AnalyzeIssuesJob } from "../../jobs/jobNames.ts";
import { readStoredManifest } from "../store/storedManifest.ts";
import { vacuumAnalyze } from "../../db/vacuumAnalyze.ts";

/** Increase when the meaning of a row changes. */
const ANALYSIS_VERSION = 2;
const BATCH_SIZE = 40;

export interface IssueAnalysisJobs {
  /** Registers the handler. Before the queue starts. */
  register(): void;
  /** Queues the analysis of a project's rows. One that is queued or running is not queued twice. */
  request(projectId: string): Promise<void>;
}

export interface IssueAnalysisOptions {
  readonly db: Db;
  readonly queue: Queue;
  readonly blobs: BlobsLocation;
}

/**
 * Computes what the list of issues shows for each (type, likely files, number of similar ones), in the background and in its own thread:
 * open issues first, newest activity first. An open issue is recomputed when it or the code has changed, a closed one when it has.
 */
export function createIssueAnalysisJobs(options: IssueAnalysisOptions): IssueAnalysisJobs {
  const { queue } = options;
  return {
    register: () => {
      queue.register<AnalyzeIssuesJob>(
        ANALYZE_ISSUES,
        ({ projectId }, { signal }) => analyzeProject(options, projectId, signal),
        { concurrency: 1, retryLimit: 2, retryDelaySeconds: 30 },
      );
    },
    request: async (projectId) => {
      await queue.send(ANALYZE_ISSUES, { projectId } satisfies AnalyzeIssuesJob, { singletonKey: projectId });
    },
  };
}

async function analyzeProject(
  { db, blobs }: IssueAnalysisOptions,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let done: string | null = null; ;) {
    const manifest = await readStoredManifest(db, projectId);
    const codeDigest = digestOf(manifest);
    // A sync that ended while this job ran could not queue another one, so its changes are handled here.
    if (!manifest.issues || manifest.code.length === 0 || codeDigest === done) return;
    done = codeDigest;
    let batch = await dueRows(db, projectId, codeDigest);
    if (batch.length === 0) continue;
    let stored = 0;
    const analyzer = new RowAnalyzer({ blobs, manifest, feedback: await listFeedback(db, projectId) });
    try {
      while (batch.length > 0) {
        signal.throwIfAborted();
        await store(db, projectId, batch, await analyzer.analyze(batch.map(questionOf)));
        stored += batch.length;
        batch = await dueRows(db, projectId, codeDigest);
      }
    } finally {
      await analyzer.close();
    }
    await vacuumAnalyze(db, ["issue_analyses"], stored);
  }
}

/** Identifies the code that an open issue is compared with. */
const digestOf = ({ code }: Manifest): string =>
  code
    .map((part) => `${part.commit.slice(0, 12)}${symbolsOf(part) ? "+" : ""}`)
    .sort()
    .join(",");

const dueRows = (db: Db, projectId: string, codeDigest: string): Promise<DueAnalysis[]> =>
  listDueAnalyses(db, projectId, { version: ANALYSIS_VERSION, codeDigest, limit: BATCH_SIZE });

const questionOf = ({ id, title, body, labels, created_at }: DueAnalysis): RowQuestion => ({
  id,
  title,
  body,
  labels,
  createdAtMs: created_at.getTime(),
});

async function store(
  db: Db,
  projectId: string,
  batch: readonly DueAnalysis[],
  answers: readonly RowAnswer[],
): Promise<void> {
  const digests = new Map(batch.map(({ id, digest }) => [id, digest]));
  const analysed_at = new Date();
  await upsertAnalyses(
    db,
    answers.map((answer) => ({
      issue_id: answer.id,
      project_id: projectId,
      type: answer.type,
      severity: answer.severity,
      likely_files: JSON.stringify(answer.likelyFiles),
      confidence: answer.confidence,
      similar_count: answer.similar,
      print: digests.get(answer.id) ?? "",
      analysed_at,
    })),
  );
}
