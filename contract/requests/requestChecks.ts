/** Check runs that are reported on requests at their host: for which sources, and what they would have reported. */
import { z } from "zod";
import { CHECK_FINDINGS } from "../constants.ts";
import { RequestRef } from "./requestRef.ts";

export const CheckFinding = z.enum(CHECK_FINDINGS);
export type CheckFinding = z.infer<typeof CheckFinding>;

/** Whether requests of a source are reported on. They are not until a Maintainer turns it on. */
export const SourceChecks = z.object({
  enabled: z.boolean(),
  /**
   * What is written at the host. `check`: a check run, by the app that reads the source; `note`: a status of the commit and a note on the
   * request; `report`: a report on the commit with annotations. The latter two are written by an account of the member who turned it on.
   */
  how: z.enum(["check", "note", "report"]),
  /** The account's name at the host, while it is on; null where an app writes. */
  account: z.string().nullable(),
  /** Findings for which the check asks for action; for all others it is neutral. */
  blocking: z.array(CheckFinding),
  /** Whether drafts are reported on before they are ready for review. */
  drafts: z.boolean(),
  /** Requests whose newest head is reported on, and those that wait. */
  reported: z.number().int().nonnegative(),
  waiting: z.number().int().nonnegative(),
  /** Requests from forks whose host takes reports on their commits in the fork alone. */
  forks: z.number().int().nonnegative(),
  /** Why the host refused the last report, and what to do. */
  failure: z.string().nullable(),
});
export type SourceChecks = z.infer<typeof SourceChecks>;

export const SourceChecksChoice = SourceChecks.pick({ enabled: true, blocking: true }).extend({
  blocking: z.array(CheckFinding).max(CHECK_FINDINGS.length),
  drafts: z.boolean().default(true),
});
export type SourceChecksChoice = z.infer<typeof SourceChecksChoice>;

/** What the check of a request says at its host, without what not everyone there may read. */
export const CheckPreview = z.object({
  request: RequestRef,
  title: z.string(),
  /** Markdown of the host. */
  summary: z.string(),
  findings: z.array(CheckFinding),
});
export type CheckPreview = z.infer<typeof CheckPreview>;
