import { useEffect, useRef, useState } from "react";
import type { Paging } from "../../domain/paging.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { FormError, type FormErrorInfo } from "./FormError.tsx";

/** How much of a list is loaded, for a list that is loaded part by part. */
export interface MoreState {
  readonly paging: Paging;
  /** Error of the last attempt to load a further part; null after a success. */
  readonly failure: FormErrorInfo | null;
  /** Loads the next part, or repeats the one that failed. */
  readonly onMore: () => void;
}

export interface LoadMoreProps extends MoreState {
  /** The text of the button. */
  text: string;
}

/** The end of a list that is loaded part by part: a button for the next part, or what failed with Retry. What is loaded stays above it. */
export function LoadMore({ paging, failure, onMore, text }: LoadMoreProps) {
  const { t } = useTranslation("states");
  const [isPressed, setPressed] = useState(false);
  const [before, setBefore] = useState(paging);
  if (before !== paging) {
    setBefore(paging);
    if (paging === "more") setPressed(false);
  }
  // The last part removes the button that was pressed for it.
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (paging === "complete" && document.activeElement === document.body) end.current?.focus();
  }, [paging]);
  if (paging === "complete")
    return isPressed ? (
      <Text as="p" tone="muted" tabIndex={-1} ref={end}>
        {t("allShown")}
      </Text>
    ) : null;
  const hasFailed = paging === "failed" || failure !== null;
  return (
    <Stack gap={2}>
      <FormError title={t("moreFailed")} failure={failure} />
      <div>
        <Button
          variant="outlined"
          text={hasFailed ? t("retry") : text}
          loading={paging === "loading"}
          onClick={() => {
            setPressed(true);
            onMore();
          }}
        />
      </div>
    </Stack>
  );
}
