/** What crosses the border between the main thread and the thread that holds the embedded database. */

export interface WorkerOptions {
  /** Absolute path of PostgreSQL's data directory. */
  readonly directory: string;
  /** False only in tests, where nothing has to outlive the power: commits are then not flushed to the disk. */
  readonly isDurable: boolean;
}

/** What the thread is started with. */
export interface WorkerInput extends WorkerOptions {
  /** The program of the database if an earlier thread of this process has compiled it. */
  readonly program: WebAssembly.Module | undefined;
}

export type Request =
  | { readonly id: number; readonly kind: "query"; readonly text: string; readonly values: readonly unknown[] }
  | { readonly id: number; readonly kind: "script"; readonly text: string }
  | { readonly id: number; readonly kind: "listen" | "unlisten"; readonly channel: string }
  | { readonly id: number; readonly kind: "close" };

export interface Rows {
  readonly rows: Record<string, unknown>[];
  /** The command tag, for example INSERT or ROLLBACK. */
  readonly command: string | undefined;
  readonly affectedRows: number | undefined;
}

export interface FailureFields {
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly detail?: string;
}

export type PgliteAnswer =
  | { readonly kind: "ready"; readonly warnings: readonly string[]; readonly program: WebAssembly.Module }
  | { readonly kind: "failed"; readonly message: string }
  /** Its files may be sound, but are not for this version. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "answer"; readonly id: number; readonly results: readonly Rows[] }
  | { readonly kind: "error"; readonly id: number; readonly error: FailureFields }
  /** A fatal error: the thread ends. */
  | { readonly kind: "lost"; readonly message: string }
  | { readonly kind: "notification"; readonly channel: string; readonly payload: string };
