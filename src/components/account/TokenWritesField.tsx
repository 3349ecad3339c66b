import { useId } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./TokenWritesField.module.css";

export interface TokenWritesFieldProps {
  isChosen: boolean;
  /** The user may give a token that changes issues of the chosen projects. */
  isAllowed: boolean;
  errors: readonly string[] | undefined;
  onChange: (isChosen: boolean) => void;
}

/** Whether the agent of a token may change issues. */
export function TokenWritesField({ isChosen, isAllowed, errors = [], onChange }: TokenWritesFieldProps) {
  const { t } = useTranslation("settings");
  const id = useId();
  return (
    <div className={styles.writes}>
      <Checkbox
        label={t("mcp.writes")}
        aria-describedby={`${id}help ${id}errors`}
        checked={isChosen}
        disabled={!isAllowed}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      <Text as="p" size="small" tone="muted" id={`${id}help`}>
        {isAllowed ? t("mcp.writesHelp") : t("mcp.writesRefused")}
      </Text>
      <Text tone="danger" id={`${id}errors`} role="alert">
        {errors.join("\n")}
      </Text>
    </div>
  );
}
