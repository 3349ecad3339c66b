import { AnchorButton } from "@blueprintjs/core";
import { PeopleIcon } from "@blueprintjs/icons";
import { CodeOwners } from "../../components/experts/CodeOwners.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ExpertList } from "../../components/experts/ExpertList.tsx";
import { ExpertNotes, ownersOf } from "../../components/experts/ExpertsPanel.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";
import type { ExpertsState } from "./expertsUrl.ts";
import styles from "./ExpertsTab.module.css";

export interface ExpertsPeopleProps {
  slug: string;
  state: ExpertsState;
  version: string;
  onOpenPerson: (id: string | null) => void;
  mapHrefOf: (id: string) => string;
}

/** The people for the query in the address, with CODEOWNERS next to them. */
export function ExpertsPeople({ slug, state, version, onOpenPerson, mapHrefOf }: ExpertsPeopleProps) {
  const { t, format } = useWords("experts");
  const { experts } = useServices();
  const wordFailure = useFailureText();
  const query = { path: state.path || undefined, q: state.q || undefined };
  const question = JSON.stringify([slug, query, version]);
  const people = useAnswer(question, (signal) => experts.project(slug, query, signal));
  const beside = useAnswer(question, (signal) => experts.context(slug, query, signal));
  const context = beside.answer;

  const body = () => {
    if (people.failure) {
      return (
        <ErrorState
          title={t("failed")}
          failure={wordFailure(people.failure)}
          isRetrying={people.isLoading}
          onRetry={people.retry}
        />
      );
    }
    if (!people.answer) return <Skeleton shape="rows" count={8} height="4rem" />;
    if (people.answer.length === 0) return <NobodyFound slug={slug} state={state} context={context} />;
    const openPerson = state.person ?? people.answer[0]?.person.id ?? null;
    return (
      <>
        <h2 className={styles.title}>
          {state.path !== ""
            ? t("forPath", { path: state.path })
            : state.q !== ""
              ? t("forQuestion", { question: state.q })
              : t("forProject")}
        </h2>
        <ExpertList
          experts={people.answer}
          openPerson={openPerson}
          onOpenPerson={onOpenPerson}
          owners={ownersOf(context)}
          mapHrefOf={mapHrefOf}
        />
      </>
    );
  };

  return (
    <div className={styles.columns} aria-busy={people.isLoading}>
      <div className={styles.main}>
        {context !== null && context.missing.length > 0 && (
          <InlineNotice>{t("partial", { names: format.list(context.missing) })}</InlineNotice>
        )}
        {body()}
      </div>
      <aside className={styles.aside} aria-label={t("owners.title")}>
        {beside.failure && (
          <ErrorState
            title={t("contextFailed")}
            failure={wordFailure(beside.failure)}
            isRetrying={beside.isLoading}
            onRetry={beside.retry}
          />
        )}
        <ExpertNotes experts={people.answer ?? []} context={context} />
        {context && <CodeOwners rules={context.code_owners} headingLevel={2} />}
      </aside>
    </div>
  );
}

function NobodyFound({
  slug,
  state,
  context,
}: Pick<ExpertsPeopleProps, "slug" | "state"> & { context: { found: boolean; as_of: string | null } | null }) {
  const { t } = useWords("experts");
  const icon = <PeopleIcon size={32} />;
  if (context?.as_of === null) {
    return (
      <EmptyState
        icon={icon}
        title={t("empty.title")}
        action={<AnchorButton text={t("empty.action")} href={hrefTo.project(slug, { tab: "sources" })} />}
      >
        {t("empty.text")}
      </EmptyState>
    );
  }
  const isNoPath = context?.found === false;
  return (
    <EmptyState icon={icon} title={isNoPath ? t("empty.pathTitle") : t("empty.noneTitle")}>
      {isNoPath ? t("empty.pathText", { path: state.path }) : t("empty.noneText")}
    </EmptyState>
  );
}
