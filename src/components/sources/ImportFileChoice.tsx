import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { DocumentOpenIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./ImportFileChoice.module.css";

export interface ImportFileChoiceProps {
  isBusy?: boolean;
  onChoose: (file: File) => void;
}

/** Where a file is dropped or chosen. */
export function ImportFileChoice({ isBusy = false, onChoose }: ImportFileChoiceProps) {
  const { t } = useTranslation("imports");
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onChoose(file);
  };
  return (
    <div
      className={styles.choice}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button
        icon={<DocumentOpenIcon />}
        text={t("file.choose")}
        loading={isBusy}
        onClick={() => input.current?.click()}
      />
      <Text tone="muted">{t("file.drop")}</Text>
      <Text size="small" tone="muted">
        {t("file.forms")}
      </Text>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
        aria-label={t("file.choose")}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          // The same file can be chosen again once it is corrected.
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
