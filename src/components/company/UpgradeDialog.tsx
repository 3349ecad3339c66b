import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/Dialog.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Intent } from "../ui/intent.ts";

export interface UpgradeDialogProps {
  /** The limit that was reached; null: the dialog is closed. */
  limit: "projects" | "insights" | null;
  contactHref: string;
  onClose: () => void;
}

/**
 * The shell unmounts the dialog instead of closing it, so the dialog does not restore focus. The element that had it may be gone as well
 * (an item of a menu): focus then moves to the page.
 */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
        (isThere ? opener : document.querySelector("main"))?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** Explains a limit of the plan, with a contact. */
export function UpgradeDialog({ limit, contactHref, onClose }: UpgradeDialogProps) {
  const { t } = useTranslation("shell");
  useFocusBack();
  return (
    <Dialog isOpen={limit !== null} onClose={onClose} title={t("upgrade.title")}>
      <DialogBody>
        <p>{limit && t(`upgrade.${limit}`)}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t("upgrade.close")} onClick={onClose} />
            <LinkButton intent={Intent.PRIMARY} text={t("upgrade.contact")} href={contactHref} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
