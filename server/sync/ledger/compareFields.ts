import type { ComparedField, DifferenceState } from "../../../contract/sources/ledgerKinds.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { IssueToCompare, PageToCompare, RequestToCompare } from "../../db/tables/sources/ledgerItems.ts";
import type { PageText } from "../../sources/connector/ledgerTypes.ts";
import type { HostRequest } from "../../sources/connector/requestTypes.ts";
import type { TrackerIssue } from "../../sources/connector/trackerTypes.ts";
import { MAX_ISSUE_BODY_LENGTH } from "../tracker/IssueWriter.ts";
import { MAX_LABELS, MAX_REQUEST_BODY_LENGTH } from "../requests/RequestWriter.ts";
import { boundedName } from "../tracker/workflowRows.ts";
import { MAX_PAGE_BODY_LENGTH } from "../wiki/PageWriter.ts";

/** A field as it is stored, and as the host's answer is stored. */
type Pair = readonly [field: ComparedField, stored: unknown, host: unknown];

export interface ItemDifference {
  readonly state: Exclude<DifferenceState, "absent">;
  readonly fields: readonly ComparedField[];
}

const MAX_TITLE_LENGTH = 2000;
const MAX_NAME_LENGTH = 200;
const MAX_BRANCH_LENGTH = 500;

/** What differs between a stored issue and its host's; null for nothing. */
export const compareIssue = (stored: IssueToCompare, host: TrackerIssue): ItemDifference | null =>
  differenceOf(stored.updated_at, host.updatedAt, [
    ["key", stored.key, host.key.slice(0, MAX_NAME_LENGTH)],
    ["title", stored.title, sanitizeText(host.title, MAX_TITLE_LENGTH)],
    ["body", stored.body, sanitizeText(host.body, MAX_ISSUE_BODY_LENGTH)],
    ["state", stored.state, host.state],
    ["url", stored.url, host.url],
    ["author", stored.author, host.author?.externalId ?? null],
    ["assignees", setOf(stored.assignees), setOf(host.assignees.map(({ externalId }) => externalId))],
    ["labels", setOf(stored.labels), setOf(host.labels.map((label) => sanitizeText(label, MAX_NAME_LENGTH)))],
    ["type", stored.type, boundedName(host.type)],
    ["priority", stored.priority, boundedName(host.priority)],
    ["created", timeOf(stored.created_at), timeOf(host.createdAt)],
    ["updated", timeOf(stored.updated_at), timeOf(host.updatedAt)],
    ["closed", timeOf(stored.closed_at), timeOf(host.closedAt)],
  ]);

/** The same for a pull or merge request. */
export const compareRequest = (stored: RequestToCompare, host: HostRequest): ItemDifference | null =>
  differenceOf(stored.updated_at, host.updatedAt, [
    ["key", stored.key, host.key],
    ["title", stored.title, sanitizeText(host.title, MAX_TITLE_LENGTH)],
    ["body", stored.body, sanitizeText(host.body, MAX_REQUEST_BODY_LENGTH)],
    ["state", stored.state, host.state],
    ["url", stored.url, host.url],
    ["author", stored.author, host.author?.externalId ?? null],
    [
      "labels",
      setOf(stored.labels),
      setOf(host.labels.slice(0, MAX_LABELS).map((label) => sanitizeText(label, MAX_NAME_LENGTH))),
    ],
    ["draft", stored.is_draft, host.isDraft],
    ["source_branch", stored.source_branch, branchOf(host.sourceBranch)],
    ["target_branch", stored.target_branch, branchOf(host.targetBranch)],
    ["head", stored.head_hash, host.headHash],
    ["created", timeOf(stored.created_at), timeOf(host.createdAt)],
    ["updated", timeOf(stored.updated_at), timeOf(host.updatedAt)],
    ["merged", timeOf(stored.merged_at), timeOf(host.mergedAt)],
    ["closed", timeOf(stored.closed_at), timeOf(host.closedAt)],
  ]);

/** The same for a page of a wiki, whose version says whether the host has a newer one. */
export function comparePage(stored: PageToCompare, host: PageText): ItemDifference | null {
  const difference = differenceOf(stored.updated_at, host.updatedAt, [
    ["title", stored.title, sanitizeText(host.title, MAX_TITLE_LENGTH)],
    ["body", stored.body, sanitizeText(host.body, MAX_PAGE_BODY_LENGTH)],
    ["version", stored.version, host.version],
    ["parent", stored.parent_external_id, host.parentId],
    ["url", stored.url, host.url],
    ["updated", timeOf(stored.updated_at), timeOf(host.updatedAt)],
  ]);
  return difference && { ...difference, state: host.version > stored.version ? "newer" : "same_time" };
}

function differenceOf(storedAt: Date, hostAt: Date, pairs: readonly Pair[]): ItemDifference | null {
  const fields = pairs.flatMap(([field, stored, host]) => (stored === host ? [] : [field]));
  if (fields.length === 0) return null;
  return { state: hostAt.getTime() > storedAt.getTime() ? "newer" : "same_time", fields };
}

/** Comparable by value. Two answers of a host may list the same in another order. */
const setOf = (values: readonly string[]): string => JSON.stringify([...new Set(values)].toSorted());
const timeOf = (time: Date | null): number | null => time?.getTime() ?? null;
const branchOf = (name: string | null): string | null => (name === null ? null : sanitizeText(name, MAX_BRANCH_LENGTH));
