import { PopoverNext } from "@blueprintjs/core";
import { useEffect, useRef, type JSX } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { focusFirstItem, moveInMenu } from "./menuNavigation.ts";

/** What MenuButton and PopoverButton share. */
export interface LayerButtonBaseProps {
  button: Pick<
    ButtonProps,
    "text" | "icon" | "endIcon" | "variant" | "active" | "children" | "className" | "title" | "size" | "tabIndex"
  > & {
    "aria-label"?: string;
  };
  content: JSX.Element;
  placement: "bottom-start" | "bottom-end";
  onOpened?: () => void;
}

/** The role of the content; a dialog has a name. */
export type LayerRole = { popup: "menu" } | { popup: "dialog"; label: string };

export interface LayerButtonProps extends LayerButtonBaseProps {
  role: LayerRole;
  isInitiallyOpen?: boolean;
  /** The button that this one replaces had the focus. */
  isInitiallyFocused?: boolean;
}

const CONTROLS = "input, select, textarea, button, a[href]";

/** Blueprint focuses an element before the panel, where typed characters get lost. A panel without a control has the focus itself. */
function focusFirstControl(popover: HTMLElement): void {
  const panel = popover.querySelector<HTMLElement>("[role=dialog]");
  const first = [...(panel?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].find((control) =>
    control.matches(":enabled, a"),
  );
  (first ?? panel)?.focus({ preventScroll: true });
}

/** The lazily loaded part of MenuButton and PopoverButton. */
export function LayerButton(props: LayerButtonProps) {
  const { button, content, role, placement, onOpened, isInitiallyOpen = false, isInitiallyFocused = false } = props;
  const wrapper = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isInitiallyFocused) wrapper.current?.querySelector("button")?.focus();
  }, [isInitiallyFocused]);
  return (
    <span ref={wrapper}>
      <PopoverNext
        placement={placement}
        arrow={false}
        content={
          role.popup === "menu" ? (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the menu inside it
            <div onKeyDown={moveInMenu}>{content}</div>
          ) : (
            <div role="dialog" aria-label={role.label} tabIndex={-1}>
              {content}
            </div>
          )
        }
        defaultIsOpen={isInitiallyOpen}
        shouldReturnFocusOnClose
        onOpening={(panel) => {
          if (role.popup === "dialog") focusFirstControl(panel);
        }}
        onOpened={(panel) => {
          if (role.popup === "menu") focusFirstItem(panel);
          onOpened?.();
        }}
        renderTarget={({ isOpen, ref, className, onKeyDown, ...target }) => (
          <Button
            variant="minimal"
            {...target}
            {...button}
            ref={ref}
            className={`${className ?? ""} ${button.className ?? ""}`}
            aria-haspopup={role.popup}
            aria-expanded={isOpen}
            active={isOpen || button.active === true}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              if (isOpen || role.popup !== "menu" || event.key !== "ArrowDown") return;
              event.preventDefault();
              event.currentTarget.click();
            }}
          />
        )}
      />
    </span>
  );
}
