import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import type { ErrorInfo } from "./ErrorState.tsx";

export interface FailedLineProps {
  /** The operation that failed, in the words of the screen. */
  title: string;
  failure: ErrorInfo;
  onRetry: () => void;
  isRetrying?: boolean;
  /** What still works without the failed part. */
  note?: string | undefined;
}

/** A failure of one small part, in a line: what happened, Retry, and the details for a support request. */
export function FailedLine({ title, failure, onRetry, isRetrying = false, note }: FailedLineProps) {
  const { t } = useTranslation("states");
  const details = [
    failure.status != null && t("detailStatus", { status: failure.status }),
    failure.requestId && t("detailRequest", { requestId: failure.requestId }),
  ].filter((part): part is string => typeof part === "string");
  const { onCopy } = failure;
  return (
    <Inline gap={1} role="alert">
      <Text size="small" overflow="anywhere">
        <Text tone="danger">{title}</Text>. <span>{failure.text}</span> {note !== undefined && <span>{note}</span>}
      </Text>
      <Button size="small" variant="minimal" text={t("retry")} loading={isRetrying} onClick={onRetry} />
      {onCopy && (
        <CopyButton
          size="small"
          variant="minimal"
          text={t("copyDetails")}
          onCopy={() => onCopy([title, failure.text, ...details].join("\n"))}
        />
      )}
    </Inline>
  );
}
