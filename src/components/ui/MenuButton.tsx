import { useEffect, useRef, useState } from "react";
import { Button } from "./Button.ts";
import type { MenuButtonProps } from "./PopoverButton.tsx";

type PopoverButtonType = typeof import("./PopoverButton.tsx").PopoverButton;

interface Ready {
  readonly Popover: PopoverButtonType;
  /** State of the plain button to carry over: a click opens the panel once it is loaded, and focus is kept. */
  readonly wasClicked: boolean;
  readonly hadFocus: boolean;
}

/** Once loaded, it is available to every menu of the page at once. */
let loaded: PopoverButtonType | null = null;

/**
 * A button that opens a menu or a panel. The popover code is 19 kB gzip and not needed for the first paint, so it is loaded right after; an
 * earlier click is remembered and opens it then.
 */
export function MenuButton(props: MenuButtonProps) {
  const [ready, setReady] = useState<Ready | null>(
    () => loaded && { Popover: loaded, wasClicked: false, hadFocus: false },
  );
  const early = useRef<HTMLButtonElement>(null);
  const wasClicked = useRef(false);

  useEffect(() => {
    if (ready) return undefined;
    let isHere = true;
    import("./PopoverButton.tsx").then(
      ({ PopoverButton }) => {
        loaded = PopoverButton;
        const hadFocus = document.activeElement === early.current;
        if (isHere) setReady({ Popover: PopoverButton, wasClicked: wasClicked.current, hadFocus });
      },
      () => undefined, // a chunk that is gone after a release: the page reloads itself (routes/chunkErrors.ts)
    );
    return () => {
      isHere = false;
    };
  }, [ready]);

  if (ready) {
    const { Popover } = ready;
    return <Popover {...props} isOpenAtFirst={ready.wasClicked} isFocusedAtFirst={ready.hadFocus} />;
  }
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
