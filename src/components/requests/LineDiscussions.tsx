import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import type { CodeDiscussion } from "../../../contract/requests/requests.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import type { HeadingLevel } from "../ui/Markdown.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { RequestLink } from "../patterns/RequestLink.tsx";
import { Comment, type CommentLinks } from "../patterns/Comment.tsx";
import styles from "./LineDiscussions.module.css";

export interface LineDiscussionsProps extends Omit<CommentLinks, "base"> {
  /** Discussions of one line, of some lines, or of a file. Nothing is shown where there are none. */
  discussions: readonly CodeDiscussion[];
  requestHref: (request: RequestRef) => string;
  /** The place of a line in the code on screen; omitted: lines are named and not linked. */
  lineHref?: ((line: number) => string) | undefined;
  /** The place of a discussion whose line has changed since, in the code that it is about; omitted: not linked. */
  thenHref?: ((place: CodeThen) => string) | undefined;
  isInitiallyOpen?: boolean;
  /** Level of the headings in the comments. */
  headingLevel: HeadingLevel;
}

/** A line as it was at a commit. */
export interface CodeThen {
  readonly path: string;
  readonly commit: string;
  readonly line: number;
}

/** Past discussions at code: why it is so. */
export function LineDiscussions({
  discussions,
  requestHref,
  lineHref,
  thenHref,
  isInitiallyOpen = false,
  ...links
}: LineDiscussionsProps) {
  const { t } = useTranslation("requests");
  if (discussions.length === 0) return null;
  return (
    <Disclosure
      variant="quiet"
      summary={t("discussions.title", { count: discussions.length })}
      isInitiallyOpen={isInitiallyOpen}
    >
      <Stack as="ul" gap={4}>
        {discussions.map(({ request, path, line, commit, thread }) => (
          <li key={thread.id}>
            <Text as="div" size="small" tone="muted" className={styles.place}>
              {line !== null && lineHref !== undefined ? (
                <a href={lineHref(line)}>{t("discussions.line", { line })}</a>
              ) : line !== null ? (
                t("discussions.line", { line })
              ) : thread.line === null ? (
                t("discussions.wholeFile")
              ) : commit === null ? (
                t("discussions.moved")
              ) : (
                <Then {...{ path: thread.path, commit, line: thread.line }} thenHref={thenHref} />
              )}
              {thread.path !== path && <span>{t("discussions.was", { path: thread.path })}</span>}
              <RequestLink request={request} href={requestHref(request)} />
            </Text>
            <div className={styles.said}>
              <Stack as="ol" gap={2}>
                {thread.comments.map((comment) => (
                  <li key={comment.id}>
                    <Comment
                      noAuthor={t("deletedAccount")}
                      {...links}
                      {...comment}
                      base={request.url}
                      at={comment.created_at}
                    />
                  </li>
                ))}
              </Stack>
            </div>
          </li>
        ))}
      </Stack>
    </Disclosure>
  );
}

function Then({ thenHref, ...place }: CodeThen & Pick<LineDiscussionsProps, "thenHref">) {
  const { t } = useTranslation("requests");
  const text = t("discussions.asOf", { line: place.line, hash: shortHash(place.commit) });
  return thenHref ? <a href={thenHref(place)}>{text}</a> : text;
}
