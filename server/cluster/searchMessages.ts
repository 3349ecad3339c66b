/** The messages between web processes and search processes. */
import type { EngineTask } from "../compute/engineTask.ts";
import type { PortableError } from "../compute/portableErrors.ts";
import { MANIFEST_FORMAT } from "../index/manifest.ts";
import { VERSION } from "../observability/version.ts";

/** Raised when the messages, the frames or the hash of a project change. */
const MESSAGES_VERSION = 3;

/** Handlers run with the arguments and answers of their own version: only processes of one version ask each other. */
export const PROTOCOL = `${MESSAGES_VERSION}.${MANIFEST_FORMAT}.${VERSION}`;

/** Where a search process takes tasks. */
export const TASK_PATH = "/task";

/** A task for the engine threads of another process. */
export interface RemoteTask extends EngineTask {
  /** The project with its company, by which its load is counted. */
  readonly placementKey: string;
}

/** How many threads of the process the project kept busy recently. */
export interface KeyLoad {
  readonly busy: number;
  readonly threads: number;
}

export type RemoteAnswer =
  | { readonly kind: "done"; readonly answer: unknown; readonly cpu: number; readonly load: KeyLoad }
  | { readonly kind: "failed"; readonly error: PortableError; readonly cpu: number; readonly load: KeyLoad }
  /** It is stopping, or has lost its place among the live ones: another one answers. */
  | { readonly kind: "draining" };
