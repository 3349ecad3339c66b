import { useState } from "react";
import { REF_LIMITS, isRefPattern } from "../../../contract/sources/sourceRefs.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextArea } from "../ui/TextArea.ts";

export interface RefsDialogProps {
  /** Name of the repository and its present patterns. */
  source: { readonly name: string; readonly patterns: readonly string[] };
  isBusy?: boolean;
  failure?: string | undefined;
  onSave: (patterns: readonly string[]) => void;
  onClose: () => void;
}

/** Which branches and tags of a repository are searched in addition to its default branch. */
export function RefsDialog({ source, isBusy = false, failure, onSave, onClose }: RefsDialogProps) {
  const { t, format } = useTranslation("project");
  const [text, setText] = useState(source.patterns.join("\n"));
  const patterns = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const faults = [
    ...patterns.filter((pattern) => !isRefPattern(pattern)).map((pattern) => t("refs.invalid", { pattern })),
    ...(patterns.length > REF_LIMITS.patterns ? [t("refs.tooMany", { max: format.number(REF_LIMITS.patterns) })] : []),
  ];
  return (
    <FormDialog
      title={t("refs.choose", { name: source.name })}
      draft={text}
      action={t("refs.save")}
      faults={{ patterns: faults }}
      alert={failure}
      isBusy={isBusy}
      onSubmit={() => onSave(patterns)}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <FormField
          label={t("refs.label")}
          help={t("refs.help", { max: format.number(REF_LIMITS.refs) })}
          errors={errorsOf("patterns")}
        >
          {(control) => (
            <TextArea
              {...control}
              fill
              autoResize
              rows={4}
              spellCheck={false}
              value={text}
              disabled={isBusy}
              placeholder={"release/*\nv2.0"}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
