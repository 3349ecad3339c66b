import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import type { LayerButtonBaseProps, LayerRole } from "./LayerButton.tsx";

type Loaded = typeof import("./LayerButton.tsx");

/** Once loaded, every button of the page renders it at once. */
let loaded: Loaded | null = null;

export interface LazyLayerButtonProps extends LayerButtonBaseProps {
  role: LayerRole;
}

/**
 * The button of MenuButton and PopoverButton. The popover code is 19 kB gzip and not needed for the first paint, so it is loaded right
 * after; an earlier click is remembered and opens the panel then.
 */
export function LazyLayerButton({ role, ...props }: LazyLayerButtonProps) {
  const [module, setModule] = useState(loaded);
  // States, not refs: an event between the load and the render that follows it is carried over too.
  const [wasClicked, setClicked] = useState(false);
  // Replaced while it is pressed, the button would get no click; mounted while a click is handled, the layer would take it for one outside.
  const [isPressed, setPressed] = useState(false);
  const [hasFocus, setFocused] = useState(false);

  useEffect(() => {
    if (module) return undefined;
    let isMounted = true;
    import("./LayerButton.tsx").then(
      (imported) => {
        loaded = imported;
        if (isMounted) setModule(imported);
      },
      () => undefined, // a chunk that is gone after a release: the page reloads itself (routes/failures/chunkErrors.ts)
    );
    return () => {
      isMounted = false;
    };
  }, [module]);

  if (module && !isPressed) {
    const { LayerButton } = module;
    return <LayerButton {...props} role={role} isInitiallyOpen={wasClicked} isInitiallyFocused={hasFocus} />;
  }
  const release = (): void => void setTimeout(() => setPressed(false));
  const open = (): void => {
    setClicked(true);
    setPressed(true);
    release();
  };
  return (
    <Button
      variant="minimal"
      {...props.button}
      aria-haspopup={role.popup}
      aria-expanded={false}
      onClick={open}
      onPointerDown={() => {
        setPressed(true);
        const listeners = new AbortController();
        const end = (): void => {
          listeners.abort();
          release();
        };
        for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, { signal: listeners.signal });
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (role.popup !== "menu" || event.key !== "ArrowDown") return;
        event.preventDefault();
        open();
      }}
    />
  );
}
