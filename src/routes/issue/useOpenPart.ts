import { useState } from "react";
import { useLocation } from "react-router-dom";

/**
 * Whether a part of the page is open: the reader opens and closes it, and a jump mark to it opens it.
 * @param id of the part, which jump marks lead to
 */
export function useOpenPart(id: string, isInitiallyOpen: boolean): readonly [isOpen: boolean, toggle: () => void] {
  const { hash, key } = useLocation();
  const isTarget = hash === `#${id}`;
  const [isOpen, setIsOpen] = useState<boolean | null>(isTarget ? true : null);
  const [seen, setSeen] = useState(hash + key);
  if (seen !== hash + key) {
    setSeen(hash + key);
    if (isTarget && !seen.startsWith(hash)) setIsOpen(true);
  }
  const shown = isOpen ?? isInitiallyOpen;
  return [shown, () => setIsOpen(!shown)];
}
