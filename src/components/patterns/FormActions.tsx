import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";

export interface FormActionsProps {
  /** The verb on the button that submits the form. */
  action: string;
  isBusy?: boolean;
  onCancel: () => void;
}

/** The buttons below a form that is not in a dialog: the one that submits it, and Cancel. */
export function FormActions({ action, isBusy = false, onCancel }: FormActionsProps) {
  const { t } = useTranslation("states");
  return (
    <Inline align="stretch">
      <Button type="submit" intent="primary" text={action} loading={isBusy} />
      <Button variant="minimal" text={t("cancel")} disabled={isBusy} onClick={onCancel} />
    </Inline>
  );
}
