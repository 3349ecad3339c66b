import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { ErrorIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./ErrorState.module.css";

/** The result of a failed call; `ApiError` of src/services has this shape. */
export interface ErrorInfo {
  /** Text for users, by the rules of the specification's section 8. */
  readonly text: string;
  /** HTTP status; null without a response. */
  readonly status?: number | null | undefined;
  /** Request id of the call in the server's log. */
  readonly requestId?: string | null | undefined;
  /** Copies the given details for a support request; false where the browser does not allow it. Omitted: no button. */
  readonly onCopy?: ((details: string) => Promise<boolean>) | undefined;
}

export interface ErrorStateProps {
  /** The operation that failed, in the words of the screen. */
  title?: string | undefined;
  failure: ErrorInfo;
  /** Omit where a retry cannot succeed. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** More details for a support request: copied and not shown. */
  report?: string | undefined;
  /** What still works without the failed part; shown below the error. */
  note?: string | undefined;
}

/** An error state: what happened, Retry, and the details for a support request. */
export function ErrorState({ title, failure, onRetry, isRetrying = false, report, note }: ErrorStateProps) {
  const { t } = useTranslation("states");
  const heading = title ?? t("failedTitle");
  const details = [
    failure.status != null && t("detailStatus", { status: failure.status }),
    failure.requestId && t("detailRequest", { requestId: failure.requestId }),
  ].filter((part): part is string => typeof part === "string");

  const { onCopy } = failure;

  return (
    <>
      <Callout compact={false} intent="danger" icon={<ErrorIcon />} role="alert" className={styles.failed}>
        <p className={styles.title}>{heading}</p>
        <p className={styles.text}>{failure.text}</p>
        {details.length > 0 && (
          <Text as="p" tone="muted" className={styles.details}>
            {details.join(" · ")}
          </Text>
        )}
        <div className={styles.actions}>
          {onRetry && <Button size="small" text={t("retry")} loading={isRetrying} onClick={onRetry} />}
          {onCopy && (
            <CopyButton
              size="small"
              variant="minimal"
              text={t("copyDetails")}
              onCopy={() => onCopy([heading, failure.text, ...details, ...(report ? [report] : [])].join("\n"))}
            />
          )}
        </div>
      </Callout>
      {note !== undefined && (
        <Text as="p" tone="muted">
          {note}
        </Text>
      )}
    </>
  );
}
