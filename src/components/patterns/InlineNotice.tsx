import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Callout } from "../ui/Callout.tsx";
import { WarningSignIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./InlineNotice.module.css";

export interface InlineNoticeProps {
  title?: string;
  /** What is missing, and why. */
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that part of the content is missing. */
export function InlineNotice({ title, children, action }: InlineNoticeProps) {
  const { t } = useTranslation("states");
  return (
    <Callout intent="warning" icon={<WarningSignIcon />} role="status" className={styles.notice}>
      <div>
        <strong>{title ?? t("partialTitle")}</strong>
        <Text as="div" overflow="anywhere">
          {children}
        </Text>
      </div>
      {action}
    </Callout>
  );
}
