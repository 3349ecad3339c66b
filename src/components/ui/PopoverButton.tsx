import { PopoverNext } from "@blueprintjs/core";
import { useEffect, useRef, type JSX } from "react";
import { Button, type ButtonProps } from "./Button.ts";
import { focusFirstItem, moveInMenu } from "./menuNavigation.ts";

interface LayerButtonProps {
  button: Pick<
    ButtonProps,
    "text" | "endIcon" | "active" | "children" | "className" | "title" | "size" | "tabIndex"
  > & {
    "aria-label"?: string;
  };
  content: JSX.Element;
  placement: "bottom-start" | "bottom-end";
  onOpened?: () => void;
}

export type MenuButtonProps = LayerButtonProps &
  (
    | { popup: "menu" }
    | {
        popup: "dialog";
        /** The name of the panel. The role keeps the keys of the page from acting on keys that are typed inside it. */
        label: string;
      }
  );

export type PopoverButtonProps = MenuButtonProps & {
  isOpenAtFirst?: boolean;
  /** The button that this one replaces had the focus. */
  isFocusedAtFirst?: boolean;
};

/** The lazily loaded part of MenuButton. */
export function PopoverButton(props: PopoverButtonProps) {
  const { button, content, popup, placement, onOpened, isOpenAtFirst = false, isFocusedAtFirst = false } = props;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFocusedAtFirst) place.current?.querySelector("button")?.focus();
  }, [isFocusedAtFirst]);
  return (
    <span ref={place}>
      <PopoverNext
        placement={placement}
        arrow={false}
        content={
          props.popup === "menu" ? (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the menu inside it
            <div onKeyDown={moveInMenu}>{content}</div>
          ) : (
            <div role="dialog" aria-label={props.label}>
              {content}
            </div>
          )
        }
        defaultIsOpen={isOpenAtFirst}
        shouldReturnFocusOnClose
        onOpened={(panel) => {
          if (popup === "menu") focusFirstItem(panel);
          onOpened?.();
        }}
        renderTarget={({ isOpen, ref, className, ...target }) => (
          <Button
            {...target}
            {...button}
            ref={ref}
            className={`${className ?? ""} ${button.className ?? ""}`}
            variant="minimal"
            aria-haspopup={popup}
            aria-expanded={isOpen}
            active={isOpen || button.active === true}
          />
        )}
      />
    </span>
  );
}
