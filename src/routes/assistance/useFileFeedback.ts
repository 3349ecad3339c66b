import { useState } from "react";
import type { LocalizedFile, Verdict } from "../../../contract/localization.ts";
import { fileKey } from "../../domain/localizationReasons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";

/** What was localized: an issue by its id, or a text. */
export type LocalizedSubject = { readonly issue: string } | { readonly title: string; readonly text: string };

export interface FileFeedback {
  /** The files with the verdicts that were given since they were loaded. */
  readonly files: LocalizedFile[];
  /** Shows a verdict at once and restores the one before if it is not stored; null removes it. */
  readonly onVerdict: (file: LocalizedFile, verdict: Verdict | null) => void;
}

/** The verdicts of the reader on the files of a localization. */
export function useFileFeedback(
  slug: string,
  subject: LocalizedSubject,
  files: readonly LocalizedFile[],
): FileFeedback {
  const { issues } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("assistance");
  const [given, setGiven] = useState<ReadonlyMap<string, Verdict | null>>(new Map());
  const verdictOf = (file: LocalizedFile): Verdict | null => {
    const verdict = given.get(fileKey(file));
    return verdict === undefined ? file.verdict : verdict;
  };
  const show = (file: LocalizedFile, verdict: Verdict | null): void =>
    setGiven((now) => new Map(now).set(fileKey(file), verdict));
  const { mutate } = useMutation(
    (file: LocalizedFile, verdict: Verdict | null, _before: Verdict | null) =>
      issues.giveFeedback(slug, { ...subject, repository: file.repository, path: file.path, verdict }),
    {
      onError: (_error, file, _verdict, before) => {
        show(file, before);
        notifications.show(t("feedback.failed"), "error");
      },
    },
  );
  return {
    files: files.map((file) => ({ ...file, verdict: verdictOf(file) })),
    onVerdict: (file, verdict) => {
      const before = verdictOf(file);
      show(file, verdict);
      void mutate(file, verdict, before);
    },
  };
}
