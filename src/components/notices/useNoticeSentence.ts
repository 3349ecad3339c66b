import type { Notice } from "../../../contract/notices/notices.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

/** Writes notices as sentences in the reader's language. */
export function useNoticeSentence(): (notice: Notice) => string {
  const { t, format } = useTranslation("notices");
  const titleOf = ({ subject }: Notice): string =>
    subject === null ? "" : "key" in subject ? `${subject.key} ${subject.title}` : subject.title;
  return (notice) => {
    const { kind, count, data } = notice;
    const subject = titleOf(notice);
    const actor = data.actor ?? t("sentence.someone");
    const project = notice.project?.name ?? data.project_name ?? "";
    if (kind === "model_order_off") return t("sentence.model_order_off", { project });
    if (kind === "trial_ending")
      return t(data.returns_to === undefined ? "sentence.trial_ending" : "sentence.trial_returns", {
        plan: data.plan ?? "",
        date: data.ends_at ? format.date(data.ends_at) : "",
        before: data.returns_to ?? "",
      });
    if (notice.subject === null && kind !== "membership" && data.webhook === undefined && data.rule === undefined)
      return t("sentence.many", { kind: t(`kinds.${kind}`), count });
    switch (kind) {
      case "membership":
        return t(`sentence.${data.change ?? "added"}`, { actor, project, role: data.role ?? "" });
      case "webhook_disabled":
        return t("sentence.webhook_disabled", { webhook: data.webhook ?? "" });
      case "rule_matched":
        return subject === ""
          ? t("sentence.rule_matchedSome", { rule: data.rule ?? "" })
          : t("sentence.rule_matched", { rule: data.rule ?? "", subject });
      case "rule_paused":
        return t("sentence.rule_paused", { rule: data.rule ?? "" });
      case "files_changed":
        return t("sentence.files_changed", { count: data.files ?? count, path: data.path ?? "" });
      case "mentioned":
        return data.actor === undefined
          ? t("sentence.mentionedBySome", { subject })
          : t("sentence.mentioned", { actor, subject });
      case "commented":
        return t("sentence.commented", { actor, subject, count });
      case "search_matched":
        return t("sentence.search_matched", { subject, count });
      case "assigned":
      case "closed":
      case "reopened":
      case "sync_failed":
        return t(`sentence.${kind}`, { subject });
    }
  };
}
