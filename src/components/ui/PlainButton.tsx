import type { ComponentPropsWithRef } from "react";
import styles from "./PlainButton.module.css";

export interface PlainButtonProps extends Omit<ComponentPropsWithRef<"button">, "type" | "style"> {
  /** Omitted: the colour of the text around it. */
  tone?: "muted";
}

/** A button that looks like the text around it. A class of the owner gives it its place and its own look. */
export function PlainButton({ tone, className, ...rest }: PlainButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
      data-tone={tone}
    />
  );
}
