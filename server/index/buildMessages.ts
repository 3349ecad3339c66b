import type { CodePart, CommitsPart, IssuesPart } from "./artifact.ts";
import type { BlobsLocation } from "./blobs.ts";
import type { CodeBuildInput } from "./buildCode.ts";
import type { CommitsBuildInput } from "./buildCommits.ts";
import type { BuildProgress } from "./buildContext.ts";
import type { SymbolsBuildInput } from "./buildSymbols.ts";
import type { IndexedIssue } from "./issueTable.ts";

/** What a worker is started with; one worker does one build and ends, so its memory goes back to the system. */
export type BuildTask = { readonly blobs: BlobsLocation; readonly stop: SharedArrayBuffer } & (
  | { readonly kind: "code"; readonly input: CodeBuildInput }
  | { readonly kind: "symbols"; readonly input: SymbolsBuildInput }
  | { readonly kind: "commits"; readonly input: CommitsBuildInput }
  | { readonly kind: "issues" }
);

/** From the caller to the worker: issues in batches, then null. */
export interface IssuesMessage {
  readonly issues: readonly IndexedIssue[] | null;
}

/** From the worker to its caller. */
export type BuildReply =
  | { readonly type: "progress"; readonly progress: BuildProgress }
  /** The worker can take the next batch of issues. */
  | { readonly type: "more" }
  | { readonly type: "done"; readonly part: CodePart | CommitsPart | IssuesPart }
  | { readonly type: "failed"; readonly name: string; readonly message: string };
