import type { MessagePort } from "node:worker_threads";
import type { CodePart, CommitsPart, IssuesPart, PagesPart, RequestsPart } from "../manifest.ts";
import type { BlobsLocation } from "../blobs/openBlobs.ts";
import type { CodeBuildInput } from "./buildCode.ts";
import type { CommitsBuildInput } from "./buildCommits.ts";
import type { BuildProgress } from "./buildContext.ts";
import type { SymbolsBuildInput } from "./buildSymbols.ts";
import type { IndexedIssue } from "../tables/issueTable.ts";
import type { IndexedPage } from "../tables/pageTable.ts";
import type { IndexedRequest } from "../tables/requestTable.ts";
import { type Message } from "../../messages/messages.ts";

/** The order for one build. */
export type BuildTask = {
  readonly blobs: BlobsLocation;
  readonly stop: SharedArrayBuffer;
  /** The port of the thread's git relay. */
  readonly git: MessagePort;
  /** A user may wait for it: a push to what is searched already. */
  readonly isUpdate: boolean;
} & (
  | { readonly kind: "code"; readonly input: CodeBuildInput }
  /** Both phases of a part. */
  | { readonly kind: "update"; readonly input: CodeBuildInput }
  | { readonly kind: "merge"; readonly part: CodePart }
  | { readonly kind: "symbols"; readonly input: SymbolsBuildInput }
  | { readonly kind: "commits"; readonly input: CommitsBuildInput }
  | { readonly kind: "issues" }
  | { readonly kind: "requests" }
  | { readonly kind: "pages" }
);

/** From the caller to the worker: issues, requests or pages in batches, then null. */
export interface RowsMessage<Row = IndexedIssue | IndexedRequest | IndexedPage> {
  readonly rows: readonly Row[] | null;
}

/** From the worker to its caller. */
export type BuildReply =
  | { readonly type: "progress"; readonly progress: BuildProgress }
  /** The worker can take the next batch of rows. */
  | { readonly type: "more" }
  | {
      readonly type: "done";
      readonly part: CodePart | CommitsPart | IssuesPart | RequestsPart | PagesPart;
      /** The build left so little memory in use that the thread may do another one. */
      readonly isReusable: boolean;
    }
  | { readonly type: "failed"; readonly name: string; readonly text: Message; readonly reason?: string };
