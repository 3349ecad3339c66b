import type { OutgoingEvent } from "../../../contract/notices/outgoingWebhooks.ts";
import { type Message, message } from "../../messages/messages.ts";

/** A line of a message that counts events. */
export interface CountedEvents {
  readonly sentence: Message;
  readonly url: string;
}

/** The words of a count by the type of its events. */
const COUNTS = {
  "issue.opened": "outgoing.count_issue_opened",
  "issue.changed": "outgoing.count_issue_changed",
  "issue.closed": "outgoing.count_issue_closed",
  "issue.reopened": "outgoing.count_issue_reopened",
  "issue.commented": "outgoing.count_issue_commented",
  "request.opened": "outgoing.count_request_opened",
  "request.merged": "outgoing.count_request_merged",
  "request.closed": "outgoing.count_request_closed",
  "sync.failed": "outgoing.count_sync_failed",
  "sync.recovered": "outgoing.count_sync_recovered",
  "search.matched": "outgoing.count_search_matched",
  "backtest.finished": "outgoing.count_backtest_finished",
  "rule.matched": "outgoing.count_rule_matched",
} as const;

/** The list in Clew that has what events of this type are about. */
function listOf({ data: { issue, request, url } }: OutgoingEvent): string {
  return issue || request ? url.slice(0, url.lastIndexOf("/")) : url;
}

/** How many events there are, and then how many of each type, the most frequent first. Each line leads to the list of its items; matches of searches, to the first one. */
export function countEvents(events: readonly OutgoingEvent[]): CountedEvents[] {
  const counted = [...Map.groupBy(events, ({ type }) => type)]
    .toSorted(([, first], [, second]) => second.length - first.length)
    .flatMap(([type, same]): CountedEvents[] => {
      const [first] = same;
      // Events of a company have no chat.
      const code = Object.hasOwn(COUNTS, type) ? COUNTS[type as keyof typeof COUNTS] : "outgoing.count_other";
      return first ? [{ sentence: message(code, { count: same.length }), url: listOf(first) }] : [];
    });
  const [frequent] = counted;
  return frequent
    ? [{ sentence: message("outgoing.counted", { count: events.length }), url: frequent.url }, ...counted]
    : [];
}
