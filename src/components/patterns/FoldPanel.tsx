import { type ReactNode, useId } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Card } from "../ui/Card.tsx";
import { DisclosureButton } from "../ui/DisclosureButton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./FoldPanel.module.css";
import { InFoldPanel } from "./panelFrame.ts";

export interface FoldPanelProps {
  title: string;
  /** Below the title: what is in it, or why there is nothing. A text is cut to one line where there is something to open. */
  summary?: ReactNode;
  isOpen?: boolean;
  /** Omitted: there is nothing to open. */
  onToggle?: (() => void) | undefined;
  /** Rendered while it is open. A `PanelCard` in it has no frame and no title of its own. */
  children?: ReactNode;
}

/** A panel of a page that is two lines high until it is opened: its title, and what was found. One that has nothing to open is one line. */
export function FoldPanel({ title, summary, isOpen = false, onToggle, children }: FoldPanelProps) {
  const { t } = useTranslation("controls");
  const id = useId();
  const content = useId();
  return (
    <Card as="section" tone="raised" padding={2} className={onToggle ? undefined : styles.line} aria-labelledby={id}>
      <Text as="h2" id={id} size="body" weight="strong">
        {onToggle ? (
          <DisclosureButton isOpen={isOpen} controls={content} onToggle={onToggle}>
            {title}
          </DisclosureButton>
        ) : (
          title
        )}
      </Text>
      {summary !== undefined && !(isOpen && onToggle) && (
        <Text
          as="div"
          size="small"
          tone="muted"
          overflow={onToggle && typeof summary === "string" ? "ellipsis" : "anywhere"}
          className={onToggle ? styles.summary : undefined}
        >
          {summary}
        </Text>
      )}
      {onToggle && !isOpen && (
        <Text as="div" size="small" className={styles.paper}>
          {t("foldedOnPaper")}
        </Text>
      )}
      {onToggle && (
        <div id={content} className={styles.content} hidden={!isOpen}>
          {isOpen && <InFoldPanel value>{children}</InFoldPanel>}
        </div>
      )}
    </Card>
  );
}
