import type { Paging } from "../../domain/paging.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ListFoot.module.css";

export interface ListFootProps {
  /** How much of the list is loaded. */
  shown: string;
  paging: Paging;
  words: { readonly loading: string; readonly failed: string };
  onRetry: () => void;
}

/** The line below a list that loads further pages by itself. */
export function ListFoot({ shown, paging, words, onRetry }: ListFootProps) {
  const { t } = useTranslation("states");
  return (
    <Text as="div" tone="muted" className={styles.foot}>
      <span role="status">{shown}</span>
      {paging === "loading" && <Spinner size={14} label={words.loading} />}
      {paging === "failed" && (
        <span role="alert" className={styles.failed}>
          {words.failed}
          <Button size="small" variant="outlined" text={t("retry")} onClick={onRetry} />
        </span>
      )}
    </Text>
  );
}
