import type { Expert } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { CodeOwners } from "../../components/experts/CodeOwners.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ExpertList } from "../../components/experts/ExpertList.tsx";
import { ExpertNotes } from "../../components/experts/ExpertNotes.tsx";
import { ownersOf } from "../../components/experts/ExpertsPanel.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { ExpertsState } from "./expertsUrl.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { PeopleIcon } from "../../components/ui/icons.ts";
import { Text } from "../../components/ui/Text.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./ExpertListSection.module.css";

export interface ExpertListSectionProps {
  slug: string;
  state: ExpertsState;
  onOpenPerson: (id: string | null) => void;
  mapHrefOf: (id: string) => string;
}

/** The people for the query in the address, with CODEOWNERS next to them. */
export function ExpertListSection({ slug, state, onOpenPerson, mapHrefOf }: ExpertListSectionProps) {
  const { t, format } = useTranslation("experts");
  const { experts } = useServices();
  const query = { path: state.path || undefined, q: state.q || undefined };
  const people = useQuery(queryKeys.experts(slug, query), (signal) => experts.project(slug, query, signal), {
    isLive: true,
  });
  const notes = useQuery(queryKeys.expertContext(slug, query), (signal) => experts.context(slug, query, signal), {
    isLive: true,
  });

  const context = notes.data;
  const personHref = (person: Person) => hrefTo.person(slug, person);

  const body = (found: readonly Expert[]) => {
    if (found.length === 0) return <NoExperts slug={slug} state={state} context={context} />;
    const openPerson = state.person ?? found[0]?.person.id ?? null;
    return (
      <>
        <Text as="h2" size="large" weight="strong" overflow="anywhere">
          {state.path !== ""
            ? t("forPath", { path: state.path })
            : state.q !== ""
              ? t("forQuestion", { question: state.q })
              : t("forProject")}
        </Text>
        <ExpertList
          experts={found}
          openPerson={openPerson}
          onOpenPerson={onOpenPerson}
          owners={ownersOf(context)}
          personHref={personHref}
          mapHrefOf={mapHrefOf}
        />
      </>
    );
  };

  return (
    <div className={styles.columns} aria-busy={people.isLoading}>
      <Stack>
        {context !== null && context.missing.length > 0 && (
          <InlineNotice>{t("partial", { names: format.list(context.missing) })}</InlineNotice>
        )}
        <AsyncContent query={people} failed={t("failed")} loading={<Skeleton shape="rows" count={8} height="4rem" />}>
          {body}
        </AsyncContent>
      </Stack>
      <aside aria-label={t("owners.title")}>
        <AsyncContent
          query={notes}
          failed={t("contextFailed")}
          loading={<ExpertNotes experts={people.data ?? []} context={null} />}
        >
          {(loaded) => (
            <>
              <ExpertNotes experts={people.data ?? []} context={loaded} />
              <CodeOwners rules={loaded.code_owners} personHref={personHref} headingLevel={2} />
            </>
          )}
        </AsyncContent>
      </aside>
    </div>
  );
}

function NoExperts({
  slug,
  state,
  context,
}: Pick<ExpertListSectionProps, "slug" | "state"> & { context: { found: boolean; as_of: string | null } | null }) {
  const { t } = useTranslation("experts");
  if (context?.as_of === null) {
    return (
      <EmptyState
        icon={<PeopleIcon size={32} />}
        title={t("empty.title")}
        action={<LinkButton text={t("empty.action")} href={hrefTo.projectTab(slug, "sources")} />}
      >
        {t("empty.text")}
      </EmptyState>
    );
  }
  const isNoPath = context?.found === false;
  return (
    <EmptyState icon={<PeopleIcon size={32} />} title={isNoPath ? t("empty.pathTitle") : t("empty.noneTitle")}>
      {isNoPath ? t("empty.pathText", { path: state.path }) : t("empty.noneText")}
    </EmptyState>
  );
}
