import { useEffect, useRef, useState } from "react";
import { MAPPING_LIMITS } from "../../../contract/sources/importRules.ts";
import type { CustomSource } from "../../../contract/sources/imports.ts";
import { draftOf, type MappingDraft, mappingOf } from "../../../contract/importing/draftMapping.ts";
import { openImportFile, reopened, type ImportFile } from "../../../contract/importing/openImportFile.ts";
import { UnreadableFile } from "../../../contract/importing/records.ts";
import { ImportStopped, type ImportProgress, sendFile } from "../../importing/sendFile.ts";
import { type FileSurvey, surveyFile } from "../../../contract/importing/surveyFile.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";

/** A file that was read, and the mapping that is made for it. */
export interface ReadFile {
  readonly file: ImportFile;
  readonly survey: FileSurvey;
  readonly draft: MappingDraft;
}

export type FileImportStep =
  | { readonly name: "choose"; readonly failure: string | null }
  | { readonly name: "reading"; readonly file: string; readonly part: number }
  | ({ readonly name: "mapping" } & ReadFile)
  | ({ readonly name: "sending"; readonly progress: ImportProgress | null } & ReadFile)
  | ({ readonly name: "ended"; readonly progress: ImportProgress; readonly stopped: string | null } & ReadFile);

export interface FileImport {
  readonly step: FileImportStep;
  readonly choose: (file: File) => Promise<void>;
  readonly change: (draft: MappingDraft) => void;
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
  readonly chooseAnother: () => void;
}

/** The import of a file into a custom source, from its choice to its result. @param onEnd after rows were sent */
export function useFileImport(source: CustomSource | null, onEnd: () => void): FileImport {
  const services = useServices();
  const { t, format } = useTranslation("imports");
  const [step, setStep] = useState<FileImportStep>({ name: "choose", failure: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  /** The browser refuses a file that has changed since it was chosen. */
  const unreadable = (error: unknown): string => {
    if (error instanceof DOMException) return t("file.unreadable.changed");
    if (!(error instanceof UnreadableFile)) throw error;
    return t(`file.unreadable.${error.reason}`, { place: String(error.place ?? 1) });
  };

  const choose = async (chosen: File): Promise<void> => {
    if (source === null) return;
    if (chosen.size > MAPPING_LIMITS.fileBytes) {
      const size = format.bytes(chosen.size);
      setStep({ name: "choose", failure: t("file.large", { size, max: format.bytes(MAPPING_LIMITS.fileBytes) }) });
      return;
    }
    const signal = begin();
    const onRead = (bytes: number): void => {
      if (!signal.aborted) setStep({ name: "reading", file: chosen.name, part: bytes / Math.max(1, chosen.size) });
    };
    onRead(0);
    try {
      const { file, survey } = await readFully(chosen, { signal, onRead });
      const draft = draftOf(survey, kindsOf(source), source.mapping);
      if (!signal.aborted) setStep({ name: "mapping", file, survey, draft });
    } catch (error) {
      if (!signal.aborted) setStep({ name: "choose", failure: unreadable(error) });
    }
  };

  const start = async (): Promise<void> => {
    if (step.name !== "mapping" || source === null) return;
    const { file, survey, draft } = step;
    const signal = begin();
    const { mapping } = mappingOf(survey, draft);
    const read = { file, survey, draft };
    setStep({ name: "sending", ...read, progress: null });
    const { imports } = services;
    // What an import that was interrupted has stored since the dialog was opened.
    const { data: now } = await imports.get(source.id, signal);
    // Where the mapping cannot be kept, this file is imported all the same, and the next one needs a new mapping.
    if (!survey.isOwnFormat) await imports.keepMapping(source.id, mapping);
    const ended = (progress: ImportProgress, stopped: string | null): void =>
      setStep({ name: "ended", ...read, progress, stopped });
    try {
      ended(
        await sendFile(file, {
          mapping,
          isOwnFormat: survey.isOwnFormat,
          send: (batch) => imports.send(source.id, batch, signal),
          cursor: (now ?? source).cursor,
          signal,
          onProgress: (progress) => setStep({ name: "sending", ...read, progress }),
        }),
        null,
      );
    } catch (error) {
      if (error instanceof ImportStopped) ended(error.progress, error.refusal?.text ?? t("file.cancelled"));
      else setStep({ name: "choose", failure: unreadable(error) });
    }
    onEnd();
  };

  return {
    step,
    choose,
    change: (draft) => step.name === "mapping" && setStep({ ...step, draft }),
    start,
    cancel: () => running.current?.abort(),
    chooseAnother: () => setStep({ name: "choose", failure: null }),
  };
}

/** Kinds that a source takes from files. */
export const kindsOf = ({ holds }: Pick<CustomSource, "holds">) =>
  (["page", "issue", "request"] as const).filter((kind) => holds.includes(kind));

/** Reads a file whole, as Windows-1252 where it is no UTF-8 after all. @throws UnreadableFile */
async function readFully(
  chosen: File,
  options: { readonly signal: AbortSignal; readonly onRead: (bytes: number) => void },
): Promise<{ readonly file: ImportFile; readonly survey: FileSurvey }> {
  const file = await openImportFile(chosen);
  try {
    return { file, survey: await surveyFile(file, options) };
  } catch (error) {
    const again = await reopened(chosen, error);
    return { file: again, survey: await surveyFile(again, options) };
  }
}
