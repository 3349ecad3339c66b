import { Button, type ButtonProps } from "@blueprintjs/core";
import { useEffect, useRef, useState, type JSX } from "react";

type PopoverButtonType = typeof import("./PopoverButton.tsx").PopoverButton;

export interface MenuButtonProps {
  button: Pick<ButtonProps, "text" | "endIcon" | "active" | "children" | "className" | "title"> & {
    "aria-label"?: string;
  };
  content: JSX.Element;
  popup: "menu" | "dialog";
  placement: "bottom-start" | "bottom-end";
  onOpened?: () => void;
}

/** Once loaded, every menu of the page has it at once. */
let loaded: PopoverButtonType | null = null;

/**
 * A button that opens a menu or a panel. What places the panel weighs 19 kB gzip and no first paint needs it, so it is loaded right
 * after; a click that comes earlier is kept, and opens it then.
 */
export function MenuButton(props: MenuButtonProps) {
  const [Popover, setPopover] = useState<PopoverButtonType | null>(() => loaded);
  const early = useRef<HTMLButtonElement>(null);
  const wasClicked = useRef(false);
  const hadFocus = useRef(false);

  useEffect(() => {
    if (Popover) return undefined;
    let isHere = true;
    import("./PopoverButton.tsx").then(
      ({ PopoverButton }) => {
        loaded = PopoverButton;
        hadFocus.current = document.activeElement === early.current;
        if (isHere) setPopover(() => PopoverButton);
      },
      () => undefined, // a chunk that is gone after a release: the page reloads itself (routes/missingChunk.ts)
    );
    return () => {
      isHere = false;
    };
  }, [Popover]);

  if (Popover) return <Popover {...props} isOpenAtFirst={wasClicked.current} isFocusedAtFirst={hadFocus.current} />;
  return (
    <Button
      {...props.button}
      ref={early}
      variant="minimal"
      aria-haspopup={props.popup}
      aria-expanded={false}
      onClick={() => {
        wasClicked.current = true;
      }}
    />
  );
}
