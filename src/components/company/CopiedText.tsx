import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import styles from "./CopiedText.module.css";

export interface CopiedTextProps {
  label: string;
  text: string;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** A text to enter elsewhere, with a button that copies it. */
export function CopiedText({ label, text, onCopy }: CopiedTextProps) {
  const { t } = useTranslation("settings");
  return (
    <div>
      <div>{label}</div>
      <div className={styles.copied}>
        <code className={styles.code}>{text}</code>
        <CopyButton
          size="small"
          variant="minimal"
          text={t("setup.copy")}
          label={t("setup.copyName", { name: text.split("\n")[0] ?? "" })}
          onCopy={() => onCopy(text)}
        />
      </div>
    </div>
  );
}
