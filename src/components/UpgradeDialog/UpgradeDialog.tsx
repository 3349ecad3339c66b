import { AnchorButton, Button, Dialog, DialogBody, DialogFooter, Intent } from "@blueprintjs/core";
import { useWords } from "../../i18n/useWords.ts";

export interface UpgradeDialogProps {
  /** What the plan does not allow; null: the dialog is closed. */
  limit: "projects" | "insights" | null;
  contactHref: string;
  onClose: () => void;
}

/** Says what the plan does not allow, and whom to ask. */
export function UpgradeDialog({ limit, contactHref, onClose }: UpgradeDialogProps) {
  const { t } = useWords("shell");
  return (
    <Dialog isOpen={limit !== null} onClose={onClose} title={t("upgrade.title")}>
      <DialogBody>
        <p>{limit && t(`upgrade.${limit}`)}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t("upgrade.close")} onClick={onClose} />
            <AnchorButton intent={Intent.PRIMARY} text={t("upgrade.contact")} href={contactHref} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
