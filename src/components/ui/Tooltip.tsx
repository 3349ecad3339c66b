import { useId, useState, type ReactNode } from "react";
import { PlainButton } from "./PlainButton.tsx";
import styles from "./Tooltip.module.css";
import { TooltipPanel } from "./TooltipPanel.tsx";

export interface TooltipProps {
  /** The explanation: plain text, one or two sentences. */
  text: string;
  /** Text, which becomes a button; or a control, by a function that gives it the description. */
  children: ReactNode | ((described: { "aria-describedby": string }) => ReactNode);
}

/** An explanation that opens on hover, keyboard focus and touch, and is the description of its control for screen readers. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const close = () => setAnchor(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- handles events of the control inside it
    <span
      className={styles.anchor}
      onPointerEnter={({ pointerType, currentTarget }) => pointerType !== "touch" && setAnchor(currentTarget)}
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && close()}
      onFocus={({ target, currentTarget }) => target.matches(":focus-visible") && setAnchor(currentTarget)}
      onBlur={close}
      onClick={({ currentTarget }) => setAnchor(currentTarget)}
    >
      {typeof children === "function" ? (
        children({ "aria-describedby": id })
      ) : (
        <PlainButton className={styles.trigger} aria-describedby={id}>
          {children}
        </PlainButton>
      )}
      <TooltipPanel anchor={anchor} id={id} text={text} onClose={close} />
    </span>
  );
}
