import {
  FIELDS_OF_KIND,
  type ImportKindName,
  MAPPED_STATES,
  type MappedState,
} from "../../../contract/sources/importRules.ts";
import { FormField } from "../../components/patterns/FormField.tsx";
import { ImportColumnTable } from "../../components/sources/ImportColumnTable.tsx";
import { ImportDayOrder } from "../../components/sources/ImportDayOrder.tsx";
import { ImportPreview } from "../../components/sources/ImportPreview.tsx";
import { ImportStates } from "../../components/sources/ImportStates.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Select } from "../../components/ui/Select.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import {
  type DraftedMapping,
  draftOfKind,
  type MappingDraft,
  mappingOf,
} from "../../../contract/importing/draftMapping.ts";
import { withColumn } from "../../../contract/importing/guessMapping.ts";
import { itemOfRecord } from "../../../contract/importing/itemOfRecord.ts";
import type { FileForm } from "../../../contract/importing/openImportFile.ts";
import { sentBefore } from "../../importing/sendFile.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useFaultText } from "./useFaultText.ts";
import type { ReadFile } from "./useFileImport.ts";

const MARKS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;
const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;
const PRESETS = {
  jira: "Jira",
  github: "GitHub",
  bugzilla: "Bugzilla",
  redmine: "Redmine",
  linear: "Linear",
  trello: "Trello",
} as const;

export interface ImportMappingSectionProps {
  read: ReadFile;
  /** What the source takes. */
  kinds: readonly ImportKindName[];
  /** Where an earlier import has stopped. */
  cursor: string | null;
  onChange: (draft: MappingDraft) => void;
}

/** The form of a file, as it was found. */
function FormText({ form, encoding }: { form: FileForm; encoding: string }) {
  const { t } = useTranslation("imports");
  if (form.name === "csv") return <>{t("file.csv", { mark: t(`file.marks.${MARKS[form.delimiter]}`), encoding })}</>;
  return <>{t(form.name === "json_lines" ? "file.json_lines" : "file.json", { encoding })}</>;
}

interface MappingProps extends Pick<ImportMappingSectionProps, "read" | "kinds" | "onChange"> {
  drafted: DraftedMapping;
}

function Mapping({ read: { survey, draft }, kinds, drafted, onChange }: MappingProps) {
  const { t } = useTranslation("imports");
  const { mapping, needs } = drafted;
  const fields = FIELDS_OF_KIND[draft.kind];
  const columns = survey.columns.map(({ name, samples }) => ({
    name,
    samples,
    field: mapping.columns.find(({ column }) => column === name)?.field ?? null,
  }));
  const states: readonly MappedState[] = draft.kind === "request" ? MAPPED_STATES : ["open", "closed"];
  return (
    <>
      {kinds.length > 1 && (
        <FormField label={t("file.kind")}>
          {(control) => (
            <Select
              {...control}
              value={draft.kind}
              options={kinds.map((kind) => ({ value: kind, text: t(`file.kinds.${kind}`) }))}
              onValueChange={(kind) => onChange(draftOfKind(survey, kind))}
            />
          )}
        </FormField>
      )}
      <Section title={t("file.columns")} headingLevel={3} size="body" isLandmark={false}>
        <ImportColumnTable
          columns={columns}
          fields={fields}
          onChange={(column, field) =>
            onChange({ ...draft, preset: null, columns: withColumn(draft.columns, column, field) })
          }
        />
      </Section>
      <Section title={t("file.dates")} headingLevel={3} size="body" lead={t("file.datesText")}>
        <Dates draft={draft} drafted={drafted} onChange={onChange} />
      </Section>
      {needs.includes("states") && <Text as="p">{t("file.manyStates")}</Text>}
      {mapping.states.length > 0 && (
        <Section title={t("file.stateValues")} headingLevel={3} size="body" isLandmark={false}>
          <ImportStates
            states={mapping.states}
            options={states}
            onChange={(value, state) => onChange({ ...draft, states: { ...draft.states, [value]: state } })}
          />
        </Section>
      )}
    </>
  );
}

function Dates({ draft, drafted, onChange }: { draft: MappingDraft } & Pick<MappingProps, "drafted" | "onChange">) {
  const { t } = useTranslation("imports");
  const { order, example } = drafted;
  if (order !== null && order !== "ask") return <Text as="p">{t(`file.orderFound.${order}`)}</Text>;
  if (order === null || example === null) return null;
  return (
    <ImportDayOrder
      example={example.text}
      meanings={example.meanings}
      order={draft.dayOrder}
      onChange={(dayOrder) => onChange({ ...draft, dayOrder })}
    />
  );
}

/** How a file is read: its columns, dates and states, with the first rows as they will be. */
export function ImportMappingSection({ read, kinds, cursor, onChange }: ImportMappingSectionProps) {
  const { file, survey, draft } = read;
  const { t, format } = useTranslation("imports");
  const { textAt } = useFaultText();
  const drafted = mappingOf(survey, draft);
  const { mapping } = drafted;
  const sent = sentBefore(file, mapping, cursor);
  const rows = survey.first.map((record) => {
    const { item, faults } = itemOfRecord(record, mapping, survey.isOwnFormat);
    return { place: record.place, item, faults: faults.map(textAt) };
  });
  return (
    <Stack gap={4}>
      <p>
        <strong>
          {t("file.found", { count: survey.records, formatted: format.number(survey.records), name: file.name })}
        </strong>{" "}
        <Text tone="muted">
          <FormText form={file.form} encoding={ENCODINGS[file.encoding]} />
        </Text>
      </p>
      {draft.preset !== null && <Text as="p">{t("file.preset", { name: PRESETS[draft.preset] })}</Text>}
      {draft.isStored && <Text as="p">{t("file.kept")}</Text>}
      {survey.isOwnFormat ? (
        <Text as="p">{t("file.own")}</Text>
      ) : (
        <Mapping read={read} kinds={kinds} drafted={drafted} onChange={onChange} />
      )}
      <Section title={t("file.preview")} headingLevel={3} size="body" isLandmark={false}>
        <ImportPreview rows={rows} />
      </Section>
      {sent > 0 && (
        <Callout intent="primary" role="note">
          {t("file.continues", { count: sent, formatted: format.number(sent) })}
        </Callout>
      )}
    </Stack>
  );
}
