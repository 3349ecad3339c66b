import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.ts";
import { Stack } from "../ui/Stack.tsx";
import { FormError, type FormErrorInfo } from "./FormError.tsx";

/** How much of a list is loaded, for a list that is loaded part by part. */
export interface MoreState {
  /** `complete`: there is no further part. */
  readonly paging: "complete" | "more" | "loading" | "failed";
  /** Of the last attempt to load a further part. */
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
  if (paging === "complete") return null;
  const hasFailed = paging === "failed" || failure !== null;
  return (
    <Stack gap={2}>
      <FormError title={t("moreFailed")} failure={failure} />
      <div>
        <Button
          variant="outlined"
          text={hasFailed ? t("retry") : text}
          loading={paging === "loading"}
          onClick={onMore}
        />
      </div>
    </Stack>
  );
}
