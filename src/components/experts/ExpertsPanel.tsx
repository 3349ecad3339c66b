import type { Expert, ExpertContext } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { CodeOwners } from "./CodeOwners.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { ExpertList } from "./ExpertList.tsx";
import { ExpertNotes } from "./ExpertNotes.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ShortList } from "../patterns/ShortList.tsx";
import { InlineNotice } from "../patterns/InlineNotice.tsx";

export interface ExpertsPanelProps {
  experts: readonly Expert[];
  /** Context of the ranking; null while it loads or after a failure. */
  context: ExpertContext | null;
  openPerson: string | null;
  onOpenPerson: (id: string | null) => void;
  personHref: (person: Person) => string;
  /** The project's own page of experts. */
  moreHref: string;
  sourcesHref: string;
}

/** People shown before "more". */
const SHOWN = 3;

/** "Who" of an issue: people with their reasons, and CODEOWNERS next to them. */
export function ExpertsPanel(props: ExpertsPanelProps) {
  const { experts, context, openPerson, onOpenPerson, personHref, moreHref, sourcesHref } = props;
  const { t, format } = useTranslation("experts");
  return (
    <PanelCard title={t("panel.title")} lead={t("panel.lead")} actions={<a href={moreHref}>{t("panel.more")}</a>}>
      {context !== null && context.missing.length > 0 && (
        <InlineNotice>{t("partial", { names: format.list(context.missing) })}</InlineNotice>
      )}
      {experts.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={context?.as_of === null ? t("empty.title") : t("empty.noneTitle")}
          action={context?.as_of === null ? <a href={sourcesHref}>{t("empty.action")}</a> : undefined}
        >
          {context?.as_of === null ? t("empty.text") : t("empty.noneText")}
        </EmptyState>
      ) : (
        <ShortList items={experts} shown={SHOWN} more={(count) => t("panel.morePeople", { count })}>
          {(items) => (
            <ExpertList
              experts={items}
              openPerson={openPerson}
              onOpenPerson={onOpenPerson}
              owners={ownersOf(context)}
              personHref={personHref}
            />
          )}
        </ShortList>
      )}
      <ExpertNotes experts={experts} context={context} />
      {context && context.code_owners.length > 0 && (
        <Disclosure summary={t("panel.codeOwners", { count: context.code_owners.length })}>
          <CodeOwners rules={context.code_owners} personHref={personHref} />
        </Disclosure>
      )}
    </PanelCard>
  );
}

/** Ids of the people whom CODEOWNERS names. */
export const ownersOf = (context: ExpertContext | null): ReadonlySet<string> =>
  new Set(context?.code_owners.flatMap(({ owners }) => owners.flatMap(({ person }) => person?.id ?? [])));
