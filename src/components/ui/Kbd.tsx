import styles from "./Kbd.module.css";

export interface KbdProps {
  /** The name of one key, as printed on it. */
  name: string;
}

/** A key of the keyboard. */
export function Kbd({ name }: KbdProps) {
  return <kbd className={styles.key}>{name}</kbd>;
}
