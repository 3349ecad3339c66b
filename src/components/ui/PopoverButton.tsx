import { useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import type { LayerButtonProps, LayerRole } from "./LayerButton.tsx";

export interface PopoverButtonProps extends LayerButtonProps {
  /** The name of the panel. Its role keeps the keys of the page from acting on keys that are typed inside it. */
  label: string;
}

type Loaded = typeof import("./LayerButton.tsx");

interface Ready extends Loaded {
  /** State of the plain button to carry over: a click opens the panel once it is loaded, and focus is kept. */
  readonly wasClicked: boolean;
  readonly hadFocus: boolean;
}

/** Once loaded, it is available to every button of the page at once. */
let loaded: Loaded | null = null;

/**
 * The popover code is 19 kB gzip and not needed for the first paint, so it is loaded right after; an earlier click is remembered and opens
 * the panel then.
 */
function EarlyButton({ role, ...props }: LayerButtonProps & { role: LayerRole }) {
  const [ready, setReady] = useState<Ready | null>(() => loaded && { ...loaded, wasClicked: false, hadFocus: false });
  const early = useRef<HTMLButtonElement>(null);
  const wasClicked = useRef(false);

  useEffect(() => {
    if (ready) return undefined;
    let isHere = true;
    import("./LayerButton.tsx").then(
      (module) => {
        loaded = module;
        const hadFocus = document.activeElement === early.current;
        if (isHere) setReady({ ...module, wasClicked: wasClicked.current, hadFocus });
      },
      () => undefined, // a chunk that is gone after a release: the page reloads itself (routes/chunkErrors.ts)
    );
    return () => {
      isHere = false;
    };
  }, [ready]);

  if (ready) {
    const { LayerButton, wasClicked: isInitiallyOpen, hadFocus: isInitiallyFocused } = ready;
    return (
      <LayerButton {...props} role={role} isInitiallyOpen={isInitiallyOpen} isInitiallyFocused={isInitiallyFocused} />
    );
  }
  const open = (): void => {
    wasClicked.current = true;
  };
  return (
    <Button
      variant="minimal"
      {...props.button}
      ref={early}
      aria-haspopup={role.popup}
      aria-expanded={false}
      onClick={open}
      onKeyDown={(event) => {
        if (role.popup !== "menu" || event.key !== "ArrowDown") return;
        event.preventDefault();
        open();
      }}
    />
  );
}

const MENU: LayerRole = { popup: "menu" };

/** A button that opens a menu. */
export const MenuButton = (props: LayerButtonProps) => <EarlyButton {...props} role={MENU} />;

/** A button that opens a panel: a dialog that is not modal. */
export const PopoverButton = ({ label, ...props }: PopoverButtonProps) => (
  <EarlyButton {...props} role={{ popup: "dialog", label }} />
);
