import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import styles from "./RecoveryCodesNotice.module.css";

export interface RecoveryCodesNoticeProps {
  codes: readonly string[];
  onCopy: (text: string) => Promise<boolean>;
  onDownload: (text: string) => void;
  onDone: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodesNotice({ codes, onCopy, onDownload, onDone }: RecoveryCodesNoticeProps) {
  const { t } = useTranslation("secondFactors");
  // The dialog that made them is unmounted: focus moves to what has to be stored.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  return (
    <Callout
      compact={false}
      intent="success"
      icon={false}
      className={styles.fresh}
      role="region"
      aria-label={t("codes.freshTitle")}
    >
      <h3 ref={title} tabIndex={-1}>
        {t("codes.freshTitle")}
      </h3>
      <p role="status">{t("codes.freshText")}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Inline>
        <CopyButton text={t("codes.copy")} onCopy={() => onCopy(text)} />
        <Button text={t("codes.download")} onClick={() => onDownload(text)} />
        <Button intent="primary" text={t("codes.done")} onClick={onDone} />
      </Inline>
    </Callout>
  );
}
