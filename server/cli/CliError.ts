/** Ends a command: a message for the user, and an exit status that identifies the kind of error for scripts. */
export const STATUS = {
  ok: 0,
  /** Nothing found, a line or a repository that could not be read, a sync that failed, a change that a tracker refused. */
  nothing: 1,
  usage: 2,
  unreachable: 3,
  unauthorized: 4,
  forbidden: 5,
  notFound: 6,
  rateLimited: 7,
  serverFailed: 8,
  /** It is not known whether a change was made. */
  unknown: 9,
} as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];

export class CliError extends Error {
  override readonly name = "CliError";
  readonly status: Status;
  /** After how many seconds the same call may be allowed. */
  readonly waitSeconds: number | undefined;

  constructor(status: Status, message: string, options?: ErrorOptions & { readonly waitSeconds?: number }) {
    super(message, options);
    this.status = status;
    this.waitSeconds = options?.waitSeconds;
  }
}
