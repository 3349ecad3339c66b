/** The interface of a provider for reports on requests by an account of a member. */
import type { CheckFinding } from "../../../contract/requests/requestChecks.ts";
import type { WriterAccount } from "./writerTypes.ts";

/** A number, or names as plain text. */
export interface CheckFact {
  readonly title: string;
  readonly value: string | number;
}

/** A finding at a file of the request, as plain text. */
export interface CheckRemark {
  /** Identifies the finding: it is the same in each report that has the finding. */
  readonly id: string;
  readonly kind: CheckFinding;
  /** A file that the request changes. */
  readonly path: string;
  readonly summary: string;
  readonly details: string;
}

/** What is reported on one head of a request. */
export interface RequestReport {
  /** The request by its names at the host. */
  readonly number: number;
  readonly externalId: string;
  /** Hash of the commit that it is about, as the host lists it: some hosts shorten it. */
  readonly head: string;
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  readonly hasFindings: boolean;
  readonly facts: readonly CheckFact[];
  readonly remarks: readonly CheckRemark[];
  readonly asksForAction: boolean;
  /** The team has chosen findings that ask for action. */
  readonly mayAskForAction: boolean;
  /** The page of the request here. */
  readonly pageUrl: string;
  /** Below a text: which commit it is about, and the page. In Markdown. */
  readonly footer: string;
}

/** The one note on a request, as far as it is known. */
export interface ReportNote {
  /** Null: none was posted, or the answer was lost. */
  readonly id: string | null;
  /** The account that has posted it, stored before it posts. */
  readonly by: string | null;
  /** One higher after people have deleted one. */
  readonly number: number;
  readonly isRemoved: boolean;
}

/** What a report needs of the queue. */
export interface ReportLease {
  readonly note: ReportNote;
  /** Whether this process still reports on this head. Asked before each request that changes something. */
  holds(): Promise<boolean>;
  /** @returns false where another process reports on the request */
  keepNote(note: ReportNote): Promise<boolean>;
}

/** `outdated`: the request is closed, or has another head. `fork`: the host takes reports on the commit in the repository of the fork alone. */
export type ReportOutcome = "reported" | "outdated" | "fork";

/** All functions throw SourceError. No request that changes something is repeated. */
export interface RequestReporter {
  /** Whose credential it is. */
  account(signal: AbortSignal): Promise<WriterAccount>;
  /** Reports on a request, if it is open and has this head still. */
  report(report: RequestReport, lease: ReportLease, signal: AbortSignal): Promise<ReportOutcome>;
}
