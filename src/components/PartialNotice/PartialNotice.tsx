import { Callout, Intent } from "@blueprintjs/core";
import { WarningSignIcon } from "@blueprintjs/icons";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./PartialNotice.module.css";

export interface PartialNoticeProps {
  title?: string;
  /** What is missing, and why. */
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that part of the content is missing. */
export function PartialNotice({ title, children, action }: PartialNoticeProps) {
  const { t } = useWords("states");
  return (
    <Callout intent={Intent.WARNING} icon={<WarningSignIcon />} compact role="status" className={styles.notice}>
      <div>
        <strong>{title ?? t("partialTitle")}</strong>
        <div className={styles.text}>{children}</div>
      </div>
      {action}
    </Callout>
  );
}
