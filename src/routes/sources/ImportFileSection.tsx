import { useId } from "react";
import type { CustomSource } from "../../../contract/sources/imports.ts";
import { ImportFileChoice } from "../../components/sources/ImportFileChoice.tsx";
import { useDiscardQuestion } from "../../components/patterns/useDiscardQuestion.tsx";
import { ImportFileResult } from "../../components/sources/ImportFileResult.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Dialog } from "../../components/ui/Dialog.tsx";
import { ProgressBar } from "../../components/ui/ProgressBar.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { mappingOf } from "../../../contract/importing/draftMapping.ts";
import { refusedCsv } from "../../importing/refusedCsv.ts";
import type { ImportProgress } from "../../importing/sendFile.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { invalidateQueries } from "../../queries/queryClients.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { csvName } from "../downloads/csvName.ts";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { ImportMappingSection } from "./ImportMappingSection.tsx";
import { useFaultText } from "./useFaultText.ts";
import { useNeedsText } from "./useNeedsText.ts";
import { type FileImport, kindsOf, useFileImport } from "./useFileImport.ts";

/** Reasons that are listed below the result; the table has all. */
const MAX_REASONS = 10;

export interface ImportFileSectionProps {
  slug: string;
  source: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** The dialog that imports a file into a custom source. */
export function ImportFileSection({ slug, source, onClose }: ImportFileSectionProps) {
  const services = useServices();
  const store = useStore();
  const { t } = useTranslation("imports");
  const formatError = useErrorMessage();
  const key = sourceKeys.customSource(slug, source.id);
  const state = useQuery(key, (signal) => services.imports.get(source.id, signal));
  const fileImport = useFileImport(state.data ?? null, () => invalidateQueries(store, [key]));
  const { step } = fileImport;
  // The mapping is what the user enters. Once the file is sent, nothing is left to discard.
  const { close, question } = useDiscardQuestion(step.name === "mapping" ? step.draft : null, onClose);
  const failure = state.error ? formatError(state.error).text : step.name === "choose" ? step.failure : null;
  return (
    <>
      <Dialog
        isOpen
        size="large"
        title={t("file.title", { name: source.name })}
        isBusy={step.name === "sending"}
        isDismissedOutside={false}
        failure={failure ?? undefined}
        actions={<Actions fileImport={fileImport} onClose={close} />}
        onClose={close}
      >
        {state.data ? (
          <Step fileImport={fileImport} source={state.data} />
        ) : (
          !state.error && <Skeleton shape="rows" count={3} height="2rem" />
        )}
      </Dialog>
      {question}
    </>
  );
}

function Actions({ fileImport, onClose }: { fileImport: FileImport; onClose: () => void }) {
  const { t } = useTranslation("imports");
  const needsText = useNeedsText();
  const needsId = useId();
  const { step, start, cancel, chooseAnother } = fileImport;
  switch (step.name) {
    case "mapping": {
      const { mapping, needs } = mappingOf(step.survey, step.draft);
      const missing = needsText(needs);
      return (
        <>
          <Text id={needsId} role="status">
            {missing}
          </Text>
          {!step.survey.isOwnFormat && missing === null && (
            <Button
              text={t("file.downloadMapping")}
              onClick={() =>
                downloadFile(`${JSON.stringify(mapping, null, 2)}\n`, t("file.mappingName"), "application/json")
              }
            />
          )}
          <Button text={t("file.another")} onClick={chooseAnother} />
          <Button
            intent="primary"
            text={t("file.start")}
            disabled={missing !== null}
            aria-describedby={missing === null ? undefined : needsId}
            onClick={() => void start()}
          />
        </>
      );
    }
    case "sending":
      return <Button text={t("file.cancel")} onClick={cancel} />;
    case "ended":
      return (
        <>
          <Button text={t("file.close")} onClick={onClose} />
          <Button text={t("file.another")} onClick={chooseAnother} />
        </>
      );
    default:
      return <Button text={t("file.close")} onClick={onClose} />;
  }
}

function Step({ fileImport, source }: { fileImport: FileImport; source: CustomSource }) {
  const { t } = useTranslation("imports");
  const { step, choose, change } = fileImport;
  switch (step.name) {
    case "choose":
      return <ImportFileChoice onChoose={(file) => void choose(file)} />;
    case "reading": {
      const label = t("file.reading", { name: step.file });
      return (
        <Stack gap={2}>
          <Text role="status">{label}</Text>
          <ProgressBar label={label} value={step.part} />
        </Stack>
      );
    }
    case "mapping":
      return <ImportMappingSection read={step} kinds={kindsOf(source)} cursor={source.cursor} onChange={change} />;
    case "sending":
      return <Sending name={step.file.name} total={step.survey.records} progress={step.progress} />;
    case "ended":
      return <Ended progress={step.progress} stopped={step.stopped} />;
  }
}

function Sending({ name, total, progress }: { name: string; total: number; progress: ImportProgress | null }) {
  const { t, format } = useTranslation("imports");
  const label = t("file.sending", { name });
  const sent = progress?.records ?? 0;
  return (
    <Stack gap={2}>
      <Text role="status">{label}</Text>
      <ProgressBar label={label} value={sent / Math.max(1, total)} />
      <Text tone="muted">
        {t("file.sent", {
          count: sent,
          formatted: format.number(sent),
          total: format.number(total),
          refused: format.number(progress?.refusedCount ?? 0),
        })}
      </Text>
    </Stack>
  );
}

function Ended({ progress, stopped }: { progress: ImportProgress; stopped: string | null }) {
  const { t } = useTranslation("imports");
  const { textOf, textAt } = useFaultText();
  const { refused, refusedCount, counts, skipped } = progress;
  const reasons = refused.slice(0, MAX_REASONS).flatMap(({ faults }) => faults.slice(0, 1).map(textAt));
  const download = (): void => {
    const names = { place: t("file.refusedPlace"), reason: t("file.refusedReason") };
    downloadFile(refusedCsv(refused, names, textOf), csvName(t("file.refusedName")), "text/csv;charset=utf-8");
  };
  return (
    <ImportFileResult
      counts={counts}
      skipped={skipped}
      refused={refusedCount}
      reasons={reasons}
      stopped={stopped}
      onDownload={download}
    />
  );
}
