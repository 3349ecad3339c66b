import type { RequestRef } from "../../../contract/requestRef.ts";
import type { CodeDiscussion } from "../../../contract/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { RequestLine } from "./RequestLine.tsx";
import { SaidText, type SaidLinks } from "./SaidText.tsx";
import styles from "./LineDiscussions.module.css";

export interface LineDiscussionsProps extends Omit<SaidLinks, "base"> {
  /** Of one line, of some lines, or of a file. Nothing is shown where there are none. */
  discussions: readonly CodeDiscussion[];
  requestHref: (request: RequestRef) => string;
  /** The place of a line in the code on screen; omitted: lines are named and not linked. */
  lineHref?: ((line: number) => string) | undefined;
  isInitiallyOpen?: boolean;
}

/** Past discussions at code: why it is so. */
export function LineDiscussions({
  discussions,
  requestHref,
  lineHref,
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
        {discussions.map(({ request, line, thread }) => (
          <li key={thread.id}>
            <Text as="div" size="small" tone="muted" className={styles.place}>
              {line !== null && lineHref !== undefined ? (
                <a href={lineHref(line)}>{t("discussions.line", { line })}</a>
              ) : line !== null ? (
                t("discussions.line", { line })
              ) : (
                t(thread.line === null ? "discussions.wholeFile" : "discussions.moved")
              )}
              <RequestLine request={request} href={requestHref(request)} />
            </Text>
            <div className={styles.said}>
              <Stack as="ol" gap={2}>
                {thread.comments.map((comment) => (
                  <li key={comment.id}>
                    <SaidText {...links} {...comment} base={request.url} at={comment.created_at} />
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
