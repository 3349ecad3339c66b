import { useId } from "react";
import type { ReviewThread, RequestEntry } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Stack } from "../ui/Stack.tsx";
import { ReviewThreadCard } from "./ReviewThreadCard.tsx";
import { Comment, type CommentLinks } from "../patterns/Comment.tsx";
import { EventLine } from "../patterns/EventLine.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./RequestTimeline.module.css";

export interface RequestTimelineProps extends CommentLinks {
  /** The oldest first. */
  entries: readonly RequestEntry[];
  commitHref: (hash: string) => string;
  /** The file of a discussion at its line; null where it is not in this app. */
  threadHref: (thread: ReviewThread) => string | null;
}

const EVENTS = [
  "opened",
  "closed",
  "reopened",
  "merged",
  "labeled",
  "unlabeled",
  "assigned",
  "unassigned",
  "review_requested",
  "review_request_removed",
  "review_dismissed",
  "renamed",
  "ready_for_review",
  "converted_to_draft",
  "force_pushed",
  "pushed",
  "branch_deleted",
  "branch_restored",
  "target_changed",
  "milestoned",
  "demilestoned",
  "locked",
  "unlocked",
  "resolved",
] as const;
/** Commits of a group that are open from the start. */
const SHORT_LIST = 10;

/** Everything that happened to a request, in order. */
export function RequestTimeline({ entries, ...links }: RequestTimelineProps) {
  const { t } = useTranslation("requests");
  const id = useId();
  return (
    <>
      {/* The discussions below have headings of level 3. */}
      <h2 id={id} className="visually-hidden">
        {t("timeline")}
      </h2>
      <Stack as="ol" gap={3} aria-labelledby={id}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} {...links} />
          </li>
        ))}
      </Stack>
    </>
  );
}

function Entry({
  entry,
  commitHref,
  threadHref,
  ...links
}: { entry: RequestEntry } & Omit<RequestTimelineProps, "entries">) {
  const { t } = useTranslation("requests");
  switch (entry.kind) {
    case "thread":
      return <ReviewThreadCard thread={entry.thread} href={threadHref(entry.thread)} headingLevel={3} {...links} />;
    case "comment":
      return (
        <Card tone="raised" padding={3}>
          <Comment
            noAuthor={t("deletedAccount")}
            headingLevel={3}
            {...links}
            {...entry.comment}
            action={t("said")}
            at={entry.at}
          />
        </Card>
      );
    case "review":
      return (
        <Card tone="raised" padding={3}>
          <Comment
            noAuthor={t("deletedAccount")}
            headingLevel={3}
            {...links}
            author={entry.actor}
            action={t(`reviewed.${entry.state}`)}
            at={entry.at}
            body={entry.body}
            url={entry.url}
          />
        </Card>
      );
    case "commits":
      return (
        <Disclosure
          variant="quiet"
          summary={t("commits", { count: entry.commits.length })}
          isInitiallyOpen={entry.commits.length <= SHORT_LIST}
        >
          <ul className={styles.commits}>
            {entry.commits.map(({ hash, title, author, at, commit }) => (
              <li key={hash}>
                <CommitLine
                  hash={hash}
                  title={title}
                  author={author}
                  person={commit?.person}
                  personHref={links.personHref}
                  at={at ?? undefined}
                  href={commit ? commitHref(hash) : undefined}
                />
              </li>
            ))}
          </ul>
        </Disclosure>
      );
    case "event":
      return <RequestEvent {...entry} personHref={links.personHref} />;
  }
}

function RequestEvent({
  type,
  actor,
  at,
  detail,
  personHref,
}: Extract<RequestEntry, { kind: "event" }> & Pick<CommentLinks, "personHref">) {
  const { t } = useTranslation("requests");
  const known = EVENTS.find((one) => one === type);
  const action = known
    ? t(`event.${known}`, { detail: detail ?? "" })
    : t("event.other", { type: type.replaceAll("_", " ") });
  return (
    <div className={styles.event}>
      <EventLine actor={actor} noActor={t("unknownAccount")} action={action} at={at} personHref={personHref} />
    </div>
  );
}
