import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

/** The values of a form; null while they are loaded, and for a form whose values are typed to confirm and are not kept. */
export type FormDraft = object | string | boolean | null;

export interface DiscardQuestion {
  /** Closes the layer of the form, or asks first where the values have changed. */
  close: () => void;
  /** The question, rendered after the layer and not inside of it: a key pressed in it must not reach the layer. */
  question: ReactNode;
}

/**
 * Asks before a layer with a changed form closes.
 * @param draft compared as JSON with the first one that was not null; after a null, with the next one
 */
export function useDiscardQuestion(draft: FormDraft, onClose: () => void): DiscardQuestion {
  const { t } = useTranslation("controls");
  const [first, setFirst] = useState(draft);
  if ((first === null) !== (draft === null)) setFirst(draft);
  const [isAsking, setAsking] = useState(false);
  const isChanged = (): boolean => draft !== null && JSON.stringify(draft) !== JSON.stringify(first);
  return {
    close: () => (isChanged() ? setAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t("discard.title")}
        text={t("discard.text")}
        action={t("discard.action")}
        cancel={t("discard.keep")}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
