import { FOLDER_LIMITS } from "../../../contract/sources/sourceFolders.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextArea } from "../ui/TextArea.ts";

export interface FoldersFieldProps {
  /** One folder a line. */
  value: string;
  isBusy?: boolean;
  errors?: readonly string[] | undefined;
  onChange: (value: string) => void;
}

/** The folders that a repository is limited to. */
export function FoldersField({ value, isBusy = false, errors, onChange }: FoldersFieldProps) {
  const { t, format } = useTranslation("folders");
  return (
    <FormField label={t("label")} help={t("help", { max: format.number(FOLDER_LIMITS.folders) })} errors={errors}>
      {(control) => (
        <TextArea
          {...control}
          fill
          autoResize
          rows={3}
          spellCheck={false}
          intent={errors && errors.length > 0 ? "danger" : "none"}
          autoCapitalize="none"
          value={value}
          disabled={isBusy}
          placeholder={"services/pay\nlibs/money"}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </FormField>
  );
}
