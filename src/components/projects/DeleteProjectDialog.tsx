import { useRef, useState } from "react";
import type { ProjectContents } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import styles from "./DeleteProjectDialog.module.css";

const COUNTED = [
  "repositories",
  "trackers",
  "wikis",
  "issues",
  "pages",
  "requests",
  "members",
  "tokens",
  "webhooks",
  "feedback",
  "backtests",
] as const satisfies readonly (keyof ProjectContents)[];

export interface DeleteProjectDialogProps {
  name: string;
  /** What would be deleted; null while it is counted, a message where that failed. */
  contents: ProjectContents | string | null;
  isBusy?: boolean;
  failure?: string | undefined;
  onDelete: () => void;
  onClose: () => void;
}

/** Lists what is deleted with a project, and requires its name as confirmation. Mounted while it is open. */
export function DeleteProjectDialog({
  name,
  contents,
  isBusy = false,
  failure,
  onDelete,
  onClose,
}: DeleteProjectDialogProps) {
  const { t } = useTranslation("project");
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Leading and trailing spaces of a name are invisible, so they are not required.
  const isConfirmed = typed.trim() === name.trim();
  return (
    <FormDialog
      title={t("settings.deleteDialog", { name })}
      initialFocus={input}
      draft={null}
      action={t("settings.delete")}
      intent="danger"
      canSubmit={isConfirmed}
      alert={
        failure === undefined ? undefined : (
          <>
            <strong>{t("settings.deleteFailed")}</strong> {failure}
          </>
        )
      }
      className={null}
      isBusy={isBusy}
      onSubmit={() => {
        if (isConfirmed) onDelete();
      }}
      onClose={onClose}
    >
      {contents === null && <Skeleton shape="rows" count={4} height="1.25rem" />}
      {typeof contents === "string" && <p>{t("settings.lostUnknown", { reason: contents })}</p>}
      {contents !== null && typeof contents === "object" && (
        <>
          <p className={styles.lost}>{t("settings.lost")}</p>
          <ul className={styles.counts}>
            {COUNTED.filter((key) => contents[key] > 0).map((key) => (
              <li key={key}>{t(`settings.counts.${key}`, { count: contents[key] })}</li>
            ))}
          </ul>
        </>
      )}
      <TextField
        label={t("settings.typeName", { name })}
        inputRef={input}
        isSpellChecked
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
