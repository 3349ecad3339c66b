import { Button, Callout, Intent } from "@blueprintjs/core";
import { ErrorIcon } from "@blueprintjs/icons";
import { useState } from "react";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./FailedState.module.css";

/** What a service says about a failed call; `ApiError` of src/services has this shape. */
export interface Failure {
  /** Text for people, by the rules of the specification's section 8. */
  readonly text: string;
  /** HTTP status; null where no answer came. */
  readonly status?: number | null | undefined;
  /** Names the call in the server's log. */
  readonly requestId?: string | null | undefined;
}

export interface FailedStateProps {
  /** The operation that failed, in the words of the screen. */
  title?: string | undefined;
  failure: Failure;
  /** Leave out where trying again is no use. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** More details for a support request: copied and not shown. */
  report?: string | undefined;
}

/** Where it happened. The one-time tokens of invitations and new passwords stand in addresses, and a report is passed on. */
const address = (): string => window.location.href.replaceAll(/([?&#][^=&#]*(?:token|code|state)=)[^&#]*/gi, "$1…");

/** An error state: what happened, Retry, and the details for a support request. */
export function FailedState({ title, failure, onRetry, isRetrying = false, report }: FailedStateProps) {
  const { t } = useWords("states");
  const [isCopied, setCopied] = useState(false);
  const heading = title ?? t("failedTitle");
  const details = [
    failure.status != null && t("detailStatus", { status: failure.status }),
    failure.requestId && t("detailRequest", { requestId: failure.requestId }),
  ].filter((part): part is string => typeof part === "string");

  const handleCopy = () => {
    const lines = [heading, failure.text, ...details, address(), new Date().toISOString()];
    navigator.clipboard.writeText([...lines, ...(report ? [report] : [])].join("\n")).then(
      () => {
        setCopied(true);
      },
      () => undefined, // without permission the details still stand on the page
    );
  };

  return (
    <Callout intent={Intent.DANGER} icon={<ErrorIcon />} role="alert" className={styles.failed}>
      <p className={styles.title}>{heading}</p>
      <p className={styles.text}>{failure.text}</p>
      {details.length > 0 && <p className={styles.details}>{details.join(" · ")}</p>}
      <div className={styles.actions}>
        {onRetry && <Button size="small" text={t("retry")} loading={isRetrying} onClick={onRetry} />}
        <Button size="small" variant="minimal" text={isCopied ? t("copied") : t("copyDetails")} onClick={handleCopy} />
      </div>
    </Callout>
  );
}
