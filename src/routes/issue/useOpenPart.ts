import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

/**
 * Whether a part of the page is open: the reader opens and closes it, and a jump mark to it opens it.
 * @param id of the part, which jump marks lead to
 */
export function useOpenPart(id: string, isInitiallyOpen: boolean): readonly [isOpen: boolean, toggle: () => void] {
  const { hash } = useLocation();
  const isTarget = hash === `#${id}`;
  const [isOpen, setIsOpen] = useState<boolean | null>(isTarget ? true : null);
  const [wasTarget, setWasTarget] = useState(isTarget);
  if (wasTarget !== isTarget) {
    setWasTarget(isTarget);
    if (isTarget) setIsOpen(true);
  }
  useEffect(() => {
    // A second click on a jump mark changes nothing in the address.
    const handleClick = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest(`a[href="#${id}"]`)) setIsOpen(true);
    };
    document.addEventListener("click", handleClick);
    return () => document.removeEventListener("click", handleClick);
  }, [id]);
  const shown = isOpen ?? isInitiallyOpen;
  return [shown, () => setIsOpen(!shown)];
}
