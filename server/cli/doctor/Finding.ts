/** What a check of `clew doctor` found. A type alias, so that it is a row of the operator's commands too. */
export type Finding = {
  readonly check: string;
  readonly state: FindingState;
  readonly says: string;
  /** What to do; empty where there is nothing to do. */
  readonly advice: string;
};

/** `skipped`: it could not be checked, and `says` has the reason. */
export const FINDING_STATES = ["ok", "warning", "failed", "skipped"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export const ok = (check: string, says: string): Finding => ({ check, state: "ok", says, advice: "" });
export const warning = (check: string, says: string, advice: string): Finding => ({
  check,
  state: "warning",
  says,
  advice,
});
export const failed = (check: string, says: string, advice: string): Finding => ({
  check,
  state: "failed",
  says,
  advice,
});
export const skipped = (check: string, says: string): Finding => ({ check, state: "skipped", says, advice: "" });
