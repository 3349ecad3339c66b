import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";

export interface PromptButtonProps {
  /** Maximum size of the copied prompt, in tokens. */
  limit: number;
  /** Copies the text and its evidence; false where the browser does not allow it. */
  onCopy: () => Promise<boolean>;
}

/** Copies a localization as a prompt for an assistant. */
export function PromptButton({ limit, onCopy }: PromptButtonProps) {
  const { t } = useTranslation("issuePage");
  return (
    <Tooltip text={t("localization.copyHint", { limit })}>
      {(described) => (
        <CopyButton {...described} size="small" variant="outlined" text={t("localization.copy")} onCopy={onCopy} />
      )}
    </Tooltip>
  );
}
