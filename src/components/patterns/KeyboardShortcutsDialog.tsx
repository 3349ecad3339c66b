import { Dialog } from "../ui/Dialog.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./KeyboardShortcutsDialog.module.css";

/** Alternative keys and their action. */
export interface KeyboardShortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

export interface KeyboardShortcutsDialogProps {
  title: string;
  keys: readonly KeyboardShortcut[];
  /** One line under the list. */
  note?: string;
  /** The toggle of single-character shortcuts; omitted where the dialog only lists keys. */
  single?: { label: string; isOn: boolean; onChange: (isOn: boolean) => void };
  onClose: () => void;
}

/** The keyboard shortcuts of a page. */
export function KeyboardShortcutsDialog({ title, keys, note, single, onClose }: KeyboardShortcutsDialogProps) {
  return (
    <Dialog isOpen title={title} size="small" onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(({ keys: names, does }) => (
          <div key={does} className={styles.line}>
            <dt>{does}</dt>
            <dd>
              {names.map((name) => (
                <Kbd key={name} name={name} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {single && (
        <Switch
          className={styles.switch}
          label={single.label}
          checked={single.isOn}
          onChange={(event) => single.onChange(event.currentTarget.checked)}
        />
      )}
      {note && (
        <Text as="p" tone="muted" className={styles.note}>
          {note}
        </Text>
      )}
    </Dialog>
  );
}
