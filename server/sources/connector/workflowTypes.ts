/** What a tracker reports of an issue's workflow. What it does not report is null, empty or absent. */
import type { IssueFacts, IssueStatus } from "../../../contract/issues/issueWorkflow.ts";
import type { LinkKind } from "../../../contract/issues/linkKinds.ts";

/** A link as one of its two issues has it. */
export interface TrackerLink {
  readonly kind: LinkKind;
  /** The tracker's own words, for the kind `other`. */
  readonly name: string | null;
  /** Key of the other issue in its own tracker: `#12`, `ABC-12`. */
  readonly key: string;
  /**
   * Null for an issue that this tracker reads itself. Of another tracker: what is written before the key, `owner/name`, which may be
   * empty.
   */
  readonly place: string | null;
  /** Only where the host shows that all readers of the issue may read it. Null for an issue that this tracker reads itself. */
  readonly title: string | null;
  readonly url: string | null;
}

export interface TrackerWorkflow {
  readonly status: IssueStatus | null;
  /** Why it was closed: `completed`, `Won't Do`. */
  readonly resolution: string | null;
  /** Milestones, or the versions with the fix. */
  readonly milestones: readonly string[];
  readonly components: readonly string[];
  readonly facts: IssueFacts;
  readonly links: readonly TrackerLink[];
}
