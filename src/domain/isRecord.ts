/** Whether a value of unknown origin has fields. Arrays have, too. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
