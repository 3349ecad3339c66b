import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

export interface UpgradeDialogProps {
  /** The limit that was reached. */
  limit: "projects" | "insights";
  contactHref: string;
  onClose: () => void;
}

/** Explains a limit of the plan, with a contact. */
export function UpgradeDialog({ limit, contactHref, onClose }: UpgradeDialogProps) {
  const { t } = useTranslation("shell");
  return (
    <Dialog
      isOpen
      title={t("upgrade.title")}
      actions={
        <>
          <Button text={t("upgrade.close")} onClick={onClose} />
          <LinkButton intent="primary" text={t("upgrade.contact")} href={contactHref} onClick={onClose} />
        </>
      }
      onClose={onClose}
    >
      <p>{t(`upgrade.${limit}`)}</p>
    </Dialog>
  );
}
