import { useId } from "react";
import type { ReviewThread } from "../../../contract/requests/requests.ts";
import { readHostHunk } from "../../domain/hostHunk.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { DiffHunks } from "../patterns/DiffHunks.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { Comment, type CommentLinks } from "../patterns/Comment.tsx";
import styles from "./ReviewThreadCard.module.css";

export interface ReviewThreadCardProps extends CommentLinks {
  thread: ReviewThread;
  /** The file at its line; null where it is not in this app. */
  href: string | null;
  /** Level of its heading; those of the comments are below it. */
  headingLevel: 3 | 4;
}

/** A discussion at its code: where it is, the lines above it, and what was said. */
export function ReviewThreadCard({ thread, href, headingLevel, ...links }: ReviewThreadCardProps) {
  const { t } = useTranslation("requests");
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const { path, line, start_line: from, side, hunk, is_outdated: isOutdated, is_resolved: isResolved } = thread;
  const place =
    line === null
      ? t("thread.file", { path })
      : from !== null && from < line
        ? t("thread.lines", { path, from, line })
        : t("thread.at", { path, line });
  const code = hunk === null ? null : readHostHunk(hunk);
  return (
    <section className={styles.thread} aria-labelledby={id}>
      <header className={styles.head}>
        <Heading id={id} className={styles.place}>
          {href === null ? place : <a href={href}>{place}</a>}
        </Heading>
        {side === "old" && (
          <Text size="small" tone="muted">
            {t("thread.old")}
          </Text>
        )}
        {isOutdated && <Tag round>{t("thread.outdated")}</Tag>}
        {isResolved !== null && (
          <Tag round intent={isResolved ? "success" : "none"}>
            {t(isResolved ? "thread.resolved" : "thread.open")}
          </Tag>
        )}
      </header>
      {code && <DiffHunks hunks={[code]} layout="unified" language={null} label={t("thread.code")} />}
      <div className={styles.said}>
        <Stack as="ol" gap={3}>
          {thread.comments.map((comment) => (
            <li key={comment.id}>
              <Comment
                noAuthor={t("deletedAccount")}
                headingLevel={headingLevel === 3 ? 4 : 5}
                {...links}
                {...comment}
                at={comment.created_at}
              />
            </li>
          ))}
        </Stack>
      </div>
    </section>
  );
}
