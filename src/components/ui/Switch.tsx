import { Switch as BlueprintSwitch, type SwitchProps } from "@blueprintjs/core";
import styles from "./Switch.module.css";

/** A setting that applies at once. Blueprint's own is announced as a check box, and has a margin for forms. */
export function Switch({ className, ...props }: SwitchProps) {
  return (
    <BlueprintSwitch
      {...props}
      role="switch"
      className={className === undefined ? styles.switch : `${styles.switch} ${className}`}
    />
  );
}
