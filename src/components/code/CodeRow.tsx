import { memo } from "react";
import { lineHash } from "../../domain/address.ts";
import { escapeHtml } from "../../domain/codeLines.ts";
import type { TextRange } from "../../domain/changedWords.ts";
import { markHtml } from "../../domain/codeHtml.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { DisclosureButton } from "../ui/DisclosureButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PlainButton } from "../ui/PlainButton.tsx";
import { Text } from "../ui/Text.tsx";
import { ChatIcon } from "../ui/icons.ts";
import styles from "./CodeRow.module.css";

export interface CodeRowProps {
  /** From 1. */
  line: number;
  text: string;
  /** Highlighted; undefined while it is not. */
  html: string | undefined;
  isSelected: boolean;
  /** The line that keys act on. */
  isCurrent: boolean;
  /** What a search found in it. */
  marks: readonly TextRange[];
  /** The mark among them that is the current one. */
  current: TextRange | null;
  /** Null: it cannot be folded. */
  isFolded: boolean | null;
  onFold: (line: number) => void;
  /** Id of the element with all lines, of which folding hides some. */
  controls: string;
  /** Past discussions at the line; null: the file has none, and no column for their markers. */
  discussions?: number | null;
  onDiscussions?: ((line: number) => void) | undefined;
}

/** Characters of a line that are shown: a browser takes seconds for a line of a megabyte. */
const MAX_LINE_LENGTH = 10_000;

/** One line of a file with its number, which is a link to it. */
export const CodeRow = memo(function CodeRow(props: CodeRowProps) {
  const { line, text, html, isSelected, isCurrent, marks, current, isFolded, onFold, controls } = props;
  const { discussions = null, onDiscussions } = props;
  const { t, format } = useTranslation("code");
  const isCut = text.length > MAX_LINE_LENGTH;
  const plain = html === undefined || isCut ? escapeHtml(text.slice(0, MAX_LINE_LENGTH)) : html;
  const content = markHtml(plain, marks);
  return (
    <div
      className={styles.row}
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      data-found={current !== null || undefined}
    >
      <Text
        as="a"
        tone="muted"
        className={styles.number}
        href={lineHash({ from: line, to: line })}
        data-line={line}
        tabIndex={-1}
        aria-hidden
      />
      {discussions !== null && (
        <span className={styles.discussed}>
          {discussions > 0 && (
            <PlainButton
              className={styles.discussion}
              aria-haspopup="dialog"
              aria-label={t("view.discussions", { count: discussions, line: format.number(line) })}
              title={t("view.discussions", { count: discussions, line: format.number(line) })}
              onClick={() => onDiscussions?.(line)}
            >
              <Icon of={ChatIcon} size={12} />
            </PlainButton>
          )}
        </span>
      )}
      {isFolded === null ? (
        <span className={styles.fold} />
      ) : (
        <DisclosureButton
          variant="icon"
          className={styles.fold}
          tabIndex={-1}
          isOpen={!isFolded}
          controls={controls}
          aria-label={t("view.definition", { line: format.number(line) })}
          onToggle={() => onFold(line)}
        />
      )}
      {/* Safe: every line is escaped by us or by the highlighter, which writes span tags and nothing else. */}
      <code className={styles.text} dangerouslySetInnerHTML={{ __html: content || " " }} />
      {isFolded === true && (
        <Text tone="muted" className={styles.more}>
          …
        </Text>
      )}
      {isCut && (
        <Text tone="muted" className={styles.more}>
          {t("view.lineCut", { count: text.length - MAX_LINE_LENGTH })}
        </Text>
      )}
    </div>
  );
});
