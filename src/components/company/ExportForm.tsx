import { useId, useState } from "react";
import {
  EXPORT_FORMATS,
  EXPORT_TABLE_NAMES,
  type ExportFormat,
  type ExportTable,
} from "../../../contract/insights/exportTables.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Form } from "../patterns/Form.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { CodeSnippet } from "../ui/CodeSnippet.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ExportChoice {
  /** `archive`: all of them in one file. */
  tables: readonly ExportTable[] | "archive";
  /** The slug of a project; null: all of the reader. */
  project: string | null;
  format: ExportFormat;
  /** A day, `2026-11-30`; null: everything. */
  since: string | null;
}

export interface ExportFormProps {
  projects: readonly { readonly slug: string; readonly name: string }[];
  /** The table whose file is being made, or the archive of all; null: none. */
  running?: ExportTable | "archive" | null;
  failure?: FormErrorInfo | null;
  onExport: (choice: ExportChoice) => void;
}

/** How a file is loaded, in the words of the tools. */
const SAMPLES: Record<ExportFormat, readonly string[]> = {
  parquet: [
    "-- DuckDB",
    "select status, count(*) from 'clew-issues.parquet' group by status;",
    "# pandas",
    'issues = pandas.read_parquet("clew-issues.parquet")',
  ],
  csv: [
    "-- DuckDB",
    "select status, count(*) from 'clew-issues.csv' group by status;",
    "# pandas",
    'issues = pandas.read_csv("clew-issues.csv", parse_dates=["created_at", "closed_at"])',
  ],
  jsonl: [
    "-- DuckDB",
    "select status, count(*) from 'clew-issues.jsonl' group by status;",
    "# pandas",
    'issues = pandas.read_json("clew-issues.jsonl", lines=True)',
  ],
};

/** Which tables of which projects are downloaded, in which format, with a sample of how they are loaded. */
export function ExportForm({ projects, running = null, failure = null, onExport }: ExportFormProps) {
  const { t } = useTranslation("exports");
  const tablesId = useId();
  const tablesErrorId = useId();
  const [tables, setTables] = useState<ReadonlySet<ExportTable>>(new Set(["issues"]));
  const [project, setProject] = useState("");
  const [format, setFormat] = useState<ExportFormat>("parquet");
  const [since, setSince] = useState("");
  const chosen = EXPORT_TABLE_NAMES.filter((table) => tables.has(table));
  const toggle = (table: ExportTable, isChosen: boolean): void =>
    setTables(new Set(EXPORT_TABLE_NAMES.filter((one) => (one === table ? isChosen : tables.has(one)))));
  const choose = (of: ExportChoice["tables"]): void =>
    onExport({
      tables: of,
      project: project === "" ? null : project,
      format,
      since: since === "" ? null : since,
    });
  return (
    <Form
      label={t("title")}
      faults={{ tables: chosen.length === 0 ? t("noTable") : null }}
      failure={failure}
      failureTitle={t("failed")}
      isBusy={running !== null}
      onSubmit={() => choose(chosen)}
    >
      {({ errorsOf }) => (
        <>
          <Stack gap={2} role="group" aria-labelledby={tablesId}>
            <span id={tablesId}>{t("tables")}</span>
            <div>
              {EXPORT_TABLE_NAMES.map((table) => (
                <Checkbox
                  key={table}
                  checked={tables.has(table)}
                  aria-invalid={errorsOf("tables") !== undefined || undefined}
                  aria-describedby={errorsOf("tables") && tablesErrorId}
                  label={t(`table.${table}`)}
                  onChange={(event) => toggle(table, event.currentTarget.checked)}
                />
              ))}
            </div>
            <Text tone="danger" id={tablesErrorId} role="alert">
              {errorsOf("tables")?.join("\n")}
            </Text>
          </Stack>
          <SelectField
            label={t("project")}
            value={project}
            options={[
              { value: "", text: t("allProjects") },
              ...projects.map(({ slug, name }) => ({ value: slug, text: name })),
            ]}
            onChange={setProject}
          />
          <SelectField
            label={t("format")}
            help={t(`formatHelp.${format}`)}
            value={format}
            options={EXPORT_FORMATS.map((value) => ({ value, text: t(`formats.${value}`) }))}
            onChange={setFormat}
          />
          <FormField label={t("since")} help={t("sinceHelp")}>
            {(control) => <InputGroup {...control} type="date" value={since} onValueChange={setSince} />}
          </FormField>
          <Inline>
            <Button
              type="submit"
              intent="primary"
              text={t("export")}
              loading={running !== null && running !== "archive"}
              disabled={running === "archive"}
            />
            <Button
              text={t("archive")}
              loading={running === "archive"}
              disabled={running !== null && running !== "archive"}
              onClick={() => choose("archive")}
            />
          </Inline>
          <Text as="p" tone="muted">
            {t("archiveHelp")}
          </Text>
          <Text as="p" tone="muted" role="status">
            {running === null
              ? ""
              : t("running", { table: running === "archive" ? t("archiveName") : t(`table.${running}`) })}
          </Text>
          <Text as="p">{t("sample")}</Text>
          <CodeSnippet
            overflow="scroll"
            label={t("sample")}
            lines={SAMPLES[format].map((text) => ({ number: null, parts: [{ text, match: false }] }))}
          />
          <Text as="p" tone="muted">
            {t("powerBi")}
          </Text>
        </>
      )}
    </Form>
  );
}
