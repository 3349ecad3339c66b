import { useState } from "react";
import { CUSTOM_FIELD_LIMITS } from "../../../contract/issues/customFields.ts";
import type { SourceFields } from "../../../contract/sources/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CheckboxGroup } from "../patterns/CheckboxGroup.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";

export interface FieldsDialogProps {
  /** Name of the tracker. */
  name: string;
  /** Null while its host is asked. */
  fields: SourceFields | null;
  isBusy?: boolean;
  failure?: string | undefined;
  onSave: (names: readonly string[]) => void;
  onClose: () => void;
}

/** Which custom fields of a linked tracker are read. */
export function FieldsDialog({ name, fields, isBusy = false, failure, onSave, onClose }: FieldsDialogProps) {
  const { t, format } = useTranslation("trackerFields");
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const before = fields?.chosen ?? [];
  const chosen = changed ?? before;
  const known = [...new Set([...(fields?.known ?? []), ...before])];
  const isAdded = chosen.some((field) => !before.includes(field));
  const isDropped = before.some((field) => !chosen.includes(field));
  const max = CUSTOM_FIELD_LIMITS.fields;
  return (
    <FormDialog
      title={t("choose", { name })}
      draft={isAdded || isDropped}
      action={t("save")}
      faults={{ fields: chosen.length > max ? [t("tooMany", { max: format.number(max) })] : null }}
      alert={failure}
      isBusy={isBusy}
      canSubmit={fields !== null && known.length > 0}
      onSubmit={() => (isAdded || isDropped ? onSave(chosen) : onClose())}
      onClose={onClose}
    >
      {({ errorsOf }) =>
        fields === null ? (
          failure === undefined && <Skeleton count={3} />
        ) : known.length === 0 ? (
          <p>{t("none", { name })}</p>
        ) : (
          <>
            <CheckboxGroup
              label={t("label")}
              filterLabel={t("filter")}
              options={known.map((field) => ({ value: field, text: field, disabled: isBusy }))}
              chosen={chosen}
              help={t("help")}
              errors={errorsOf("fields")}
              onChange={setChanged}
            />
            {isAdded && <Text as="p">{t("added")}</Text>}
            {isDropped && <Text as="p">{t("dropped")}</Text>}
          </>
        )
      }
    </FormDialog>
  );
}
