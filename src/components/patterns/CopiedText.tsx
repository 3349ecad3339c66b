import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton, type CopyButtonProps } from "../ui/CopyButton.tsx";
import styles from "./CopiedText.module.css";

export interface CopiedTextProps extends Pick<CopyButtonProps, "size" | "variant"> {
  label?: ReactNode;
  text: string;
  /** Text of the button; by default "Copy", with the copied text in its accessible name. */
  action?: string | undefined;
  /** Accessible name of the button, where several have one text; it starts with the text. */
  actionName?: string | undefined;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** A text to enter elsewhere, with a button that copies it. */
export function CopiedText({
  label,
  text,
  action,
  actionName,
  size = "small",
  variant = "minimal",
  onCopy,
}: CopiedTextProps) {
  const { t } = useTranslation("states");
  const name = actionName ?? (action === undefined ? t("copyName", { name: text.split("\n")[0] ?? "" }) : undefined);
  return (
    <div>
      {label !== undefined && <div>{label}</div>}
      <div className={styles.copied}>
        <code className={styles.code}>{text}</code>
        <CopyButton
          size={size}
          variant={variant}
          text={action ?? t("copy")}
          {...(name !== undefined && { label: name })}
          onCopy={() => onCopy(text)}
        />
      </div>
    </div>
  );
}
