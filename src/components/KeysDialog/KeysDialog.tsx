import { Dialog, DialogBody } from "@blueprintjs/core";
import styles from "./KeysDialog.module.css";

export interface KeysDialogProps {
  title: string;
  isOpen: boolean;
  /** Each line: the keys, any of which will do, and what they do. */
  keys: readonly { keys: readonly string[]; does: string }[];
  /** One line under the list. */
  note?: string;
  onClose: () => void;
}

/** The keys of a page. */
export function KeysDialog({ title, isOpen, keys, note, onClose }: KeysDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} className={styles.dialog} onClose={onClose}>
      <DialogBody>
        <dl className={styles.keys}>
          {keys.map(({ keys: names, does }) => (
            <div key={does} className={styles.line}>
              <dt>{does}</dt>
              <dd>
                {names.map((name) => (
                  <kbd key={name} className={styles.key}>
                    {name}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        {note && <p className={styles.note}>{note}</p>}
      </DialogBody>
    </Dialog>
  );
}
