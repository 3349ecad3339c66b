import styles from "./Kbd.module.css";

export interface KbdProps {
  /** The name of one key, as printed on it. */
  name: string;
}

/** A key of the keyboard. */
export function Kbd({ name }: KbdProps) {
  return <kbd className={styles.key}>{name}</kbd>;
}

/** Whether keys are those of Apple's systems. The platform string is the only available indicator. */
// oxlint-disable-next-line no-restricted-globals -- a fact of the device, not of the app
export const isMacOs = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
