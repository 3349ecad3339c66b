import { useState } from "react";
import { EDITORS, type Editor, editorUrl } from "../../domain/editorUrl.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PopoverButton } from "../ui/PopoverButton.tsx";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./EditorButton.module.css";

/** What is remembered: the editor, and the folder of this repository on the reader's machine. */
export interface EditorChoice {
  readonly editor: Editor;
  readonly folder: string;
}

export interface EditorButtonProps {
  path: string;
  line: number | null;
  choice: EditorChoice;
  onChoose: (choice: EditorChoice) => void;
}

const NAMES: Readonly<Record<Editor, string>> = {
  vscode: "VS Code",
  vscodium: "VSCodium",
  cursor: "Cursor",
  jetbrains: "JetBrains",
  zed: "Zed",
};

/** Opens the file in an editor on the reader's machine, which needs the folder of the repository there. */
export function EditorButton(props: EditorButtonProps) {
  const { t } = useTranslation("code");
  return (
    <PopoverButton
      label={t("editor.open")}
      placement="bottom-end"
      button={{ text: t("editor.open") }}
      content={<EditorForm {...props} />}
    />
  );
}

function EditorForm({ path, line, choice, onChoose }: EditorButtonProps) {
  const { t } = useTranslation("code");
  const [draft, setDraft] = useState(choice);
  const href = editorUrl(draft.editor, { folder: draft.folder, path, line });
  return (
    <div className={styles.form}>
      <FormField label={t("editor.editor")}>
        {(control) => (
          <Select
            {...control}
            value={draft.editor}
            options={EDITORS.map((editor) => ({ value: editor, text: NAMES[editor] }))}
            onValueChange={(editor) => setDraft({ ...draft, editor })}
          />
        )}
      </FormField>
      <FormField label={t("editor.folder")} help={t("editor.folderHelp")}>
        {(control) => (
          <InputGroup
            {...control}
            value={draft.folder}
            placeholder={t("editor.folderExample")}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            onChange={({ target: { value } }) => setDraft({ ...draft, folder: value })}
          />
        )}
      </FormField>
      {href === null ? (
        <Text as="p" size="small" tone="muted" role="status">
          {draft.folder.trim() === "" ? "" : t("editor.wrong")}
        </Text>
      ) : (
        <LinkButton href={href} intent="primary" text={t("editor.go")} onClick={() => onChoose(draft)} />
      )}
    </div>
  );
}
