import { NOTICE_KINDS, type NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Inline } from "../ui/Inline.tsx";
import { Select } from "../ui/Select.tsx";

export interface NoticeFilter {
  readonly unread: boolean;
  readonly kind: NoticeKind | null;
  /** A project's slug. */
  readonly project: string | null;
}

export interface NoticeFiltersProps {
  value: NoticeFilter;
  projects: readonly { readonly slug: string; readonly name: string }[];
  onChange: (value: NoticeFilter) => void;
}

const ANY = "any";

/** Chooses which notices are listed. */
export function NoticeFilters({ value, projects, onChange }: NoticeFiltersProps) {
  const { t } = useTranslation("notices");
  return (
    <Inline gap={2}>
      <Select
        aria-label={t("filters.show")}
        value={value.unread ? "unread" : "all"}
        options={[
          { value: "all", text: t("filters.all") },
          { value: "unread", text: t("filters.unread") },
        ]}
        onValueChange={(show) => onChange({ ...value, unread: show === "unread" })}
      />
      <Select<NoticeKind | typeof ANY>
        aria-label={t("filters.kind")}
        value={value.kind ?? ANY}
        options={[
          { value: ANY, text: t("filters.anyKind") },
          ...NOTICE_KINDS.map((kind) => ({ value: kind, text: t(`kinds.${kind}`) })),
        ]}
        onValueChange={(kind) => onChange({ ...value, kind: kind === ANY ? null : kind })}
      />
      <Select
        aria-label={t("filters.project")}
        value={value.project ?? ""}
        options={[
          { value: "", text: t("filters.anyProject") },
          ...projects.map(({ slug, name }) => ({ value: slug, text: name })),
        ]}
        onValueChange={(project) => onChange({ ...value, project: project === "" ? null : project })}
      />
    </Inline>
  );
}
