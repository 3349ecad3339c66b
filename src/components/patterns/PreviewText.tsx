import { truncateAtWord } from "../../domain/textExcerpt.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./PreviewText.module.css";

/** A text that is not part of the row, as it is loaded. */
export type PreviewTextState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly text: string }
  | { readonly status: "ready"; readonly data: { readonly body: string } };

export interface PreviewTextProps {
  text: PreviewTextState;
  /** The page at the host, for relative addresses. */
  base: string;
  /** In place of a blank text. */
  empty: string;
  failed: string;
  onRetry: () => void;
}

/** Length of the excerpt, in UTF-16 units. */
const PREVIEW_LENGTH = 1500;

/** The beginning of the text of an item in `PreviewPanel`, below its facts. */
export function PreviewText({ text, base, empty, failed, onRetry }: PreviewTextProps) {
  const { t } = useTranslation("states");
  return (
    <div className={styles.text}>
      {text.status === "loading" && <Skeleton count={5} />}
      {text.status === "failed" && (
        <Text as="div" role="alert" tone="muted">
          <p>
            {failed} {text.text}
          </p>
          <Button size="small" variant="outlined" text={t("retry")} onClick={onRetry} />
        </Text>
      )}
      {text.status === "ready" &&
        (text.data.body.trim() === "" ? (
          <Text as="p" tone="muted">
            {empty}
          </Text>
        ) : (
          <Markdown text={truncateAtWord(text.data.body, PREVIEW_LENGTH)} base={base} headingLevel={3} />
        ))}
    </div>
  );
}
