import { useTranslation } from "../../i18n/useTranslation.ts";
import { SecretNotice } from "../patterns/SecretNotice.tsx";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
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
  const text = `${codes.join("\n")}\n`;
  return (
    <SecretNotice
      title={t("codes.freshTitle")}
      text={t("codes.freshText")}
      actions={
        <>
          <CopyButton text={t("codes.copy")} onCopy={() => onCopy(text)} />
          <Button text={t("codes.download")} onClick={() => onDownload(text)} />
        </>
      }
      doneText={t("codes.done")}
      onCopy={onCopy}
      onDone={onDone}
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </SecretNotice>
  );
}
