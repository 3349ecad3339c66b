import type { PageComment } from "../../../contract/documents/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Comment, type CommentLinks } from "../patterns/Comment.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./PageComments.module.css";

export interface PageCommentsProps extends CommentLinks {
  /** The newest ones, the oldest of them first. */
  comments: readonly PageComment[];
  /** How many the page has. */
  total: number;
}

/** The comments on a page of a wiki, each with its author, its time and the passage that it is about. */
export function PageComments({ comments, total, ...links }: PageCommentsProps) {
  const { t } = useTranslation("documents");
  const older = total - comments.length;
  return (
    <Stack as="section" aria-labelledby="document-comments">
      <h3 id="document-comments" className={styles.heading}>
        {t("comments.title", { count: total })}
      </h3>
      {older > 0 && (
        <Text as="p" tone="muted" size="small">
          {t("comments.older", { count: older })}
        </Text>
      )}
      <Stack as="ol">
        {comments.map(({ id, kind, quote, author, body, created_at, url }) => (
          <li key={id}>
            {quote !== null && (
              <blockquote className={styles.quote}>
                <ForeignText text={quote} />
              </blockquote>
            )}
            <Comment
              {...links}
              isFramed
              author={author}
              noAuthor={t("comments.noAuthor")}
              action={kind === "inline" ? t("comments.passage") : undefined}
              at={created_at}
              body={body}
              url={url}
              headingLevel={4}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
