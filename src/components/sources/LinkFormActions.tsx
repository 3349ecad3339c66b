import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";

export interface LinkFormActionsProps {
  /** The words on the button that submits the form. */
  submit: string;
  /** The words on the button that asks the host. */
  check: string;
  /** What the form waits for. */
  waitsFor: "check" | "submit" | null;
  onCheck: () => void;
  /** Omit where the form is always shown. */
  onCancel?: (() => void) | undefined;
}

/** The buttons below a form that links a source or a group: it can be checked at its host before it is submitted. */
export function LinkFormActions({ submit, check, waitsFor, onCheck, onCancel }: LinkFormActionsProps) {
  const { t } = useTranslation("states");
  return (
    <Inline align="stretch">
      <Button
        type="submit"
        intent="primary"
        variant="outlined"
        text={submit}
        loading={waitsFor === "submit"}
        disabled={waitsFor === "check"}
      />
      <Button
        variant="minimal"
        text={check}
        loading={waitsFor === "check"}
        disabled={waitsFor === "submit"}
        onClick={onCheck}
      />
      {onCancel && <Button variant="minimal" text={t("cancel")} disabled={waitsFor === "submit"} onClick={onCancel} />}
    </Inline>
  );
}
