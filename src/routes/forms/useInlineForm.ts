import { type RefObject, useRef, useState } from "react";
import { returnFocus } from "../../components/ui/returnFocus.ts";

export interface InlineForm {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Closes the form, and returns the focus to its button once that is mounted again. Without effect while the form is closed. */
  readonly close: () => void;
  /** The button that opens the form. */
  readonly openerRef: RefObject<HTMLButtonElement | null>;
}

/** A form that replaces the button that opens it, or the card with that button. */
export function useInlineForm(): InlineForm {
  const [isOpen, setOpen] = useState(false);
  const openerRef = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      if (!isOpen) return;
      setOpen(false);
      returnFocus(() => openerRef.current);
    },
    openerRef,
  };
}
