import { useTranslation } from "../../i18n/useTranslation.ts";
import type { TextLink } from "../../domain/nameLinks.ts";
import { LinkedText } from "../patterns/LinkedText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CommitMessage.module.css";

export interface CommitMessageProps {
  /** The message without its first line. */
  body: string;
  links: readonly TextLink[];
}

/** The message of a commit as written, line by line, with links to what it names. */
export function CommitMessage({ body, links }: CommitMessageProps) {
  const { t } = useTranslation("commits");
  if (body.trim() === "") {
    return (
      <Text as="p" tone="muted" className={styles.none}>
        {t("noText")}
      </Text>
    );
  }
  return (
    <div className={styles.message}>
      <LinkedText text={body} links={links} />
    </div>
  );
}
