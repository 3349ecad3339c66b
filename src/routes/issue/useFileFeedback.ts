import { useRef } from "react";
import type { Localization, LocalizedFile, Verdict } from "../../../contract/issues/localization.ts";
import { fileKey } from "../../domain/localizationReasons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { QueryState } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";

/** What was localized: an issue by its id, or a text. */
export type LocalizedSubject = { readonly issue: string } | { readonly title: string; readonly text: string };

/** Shows a verdict at once and restores the stored one if it is refused; null removes it. */
export type OnVerdict = (file: LocalizedFile, verdict: Verdict | null) => void;

/**
 * Stores the verdicts of the reader on the files of a localization.
 * @param setData changes the cached localization: the verdict is still shown when the reader comes back
 */
export function useFileFeedback(
  slug: string,
  subject: LocalizedSubject,
  setData: QueryState<Localization>["setData"],
): OnVerdict {
  const { issues } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("issuePage");
  const show = (file: LocalizedFile, verdict: Verdict | null): void =>
    setData(
      (now) =>
        now && {
          ...now,
          files: now.files.map((one) => (fileKey(one) === fileKey(file) ? { ...one, verdict } : one)),
        },
    );
  /** By file: the verdict that the server has, and the number of requests that will change it. */
  const votes = useRef(new Map<string, { stored: Verdict | null; pending: number }>());
  const { mutate } = useMutation(
    (file: LocalizedFile, verdict: Verdict | null) =>
      issues.giveFeedback(slug, { ...subject, repository: file.repository, path: file.path, verdict }),
    { onError: () => notifications.show(t("feedback.failed"), "error") },
  );
  return (file, verdict) => {
    const key = fileKey(file);
    const vote = votes.current.get(key) ?? { stored: file.verdict, pending: 0 };
    votes.current.set(key, vote);
    vote.pending += 1;
    show(file, verdict);
    void mutate(file, verdict).then(({ success }) => {
      if (success) vote.stored = verdict;
      vote.pending -= 1;
      if (vote.pending > 0) return;
      votes.current.delete(key);
      show(file, vote.stored);
    });
  };
}
