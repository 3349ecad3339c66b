import { useTranslation } from "../../i18n/useTranslation.ts";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";

export interface SourceNotesProps {
  /** Name of the source. */
  name: string;
  notes: readonly { readonly code: string; readonly text: string }[];
  /** Opens the choice of folders; omit for users who may not change it. */
  onFolders?: (() => void) | undefined;
}

/** The codes of notes on content that a reader expects in the source and that is not there. */
const WARNINGS: ReadonlySet<string> = new Set([
  "missing_folders",
  "missing_files",
  "requests",
  "skipped",
  "too_many_files",
]);

/** What the last sync noted: what is missing as a warning, everything else as a quiet line. */
export function SourceNotes({ name, notes, onFolders }: SourceNotesProps) {
  const { t } = useTranslation("project");
  return notes.map(({ code, text }) =>
    WARNINGS.has(code) ? (
      <InlineNotice
        key={code}
        action={
          code === "missing_folders" &&
          onFolders && (
            <Button
              size="small"
              variant="outlined"
              text={t("sources.buttons.folders")}
              aria-label={t("sources.foldersName", { name })}
              onClick={onFolders}
            />
          )
        }
      >
        {text}
      </InlineNotice>
    ) : (
      <Text key={code} as="p" size="small" tone="muted">
        {text}
      </Text>
    ),
  );
}
