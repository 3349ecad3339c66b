import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { ProjectPerson } from "../../../contract/people/persons.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { PersonList, personKey } from "../../components/persons/PersonList.tsx";
import { PersonMergeForm } from "../../components/persons/PersonMergeForm.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { isMissingEndpoint } from "../failures/isMissingEndpoint.ts";
import { DebouncedInput } from "../../components/ui/DebouncedInput.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { personKeys } from "../../queries/personKeys.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { PeopleIcon, SearchIcon } from "../../components/ui/icons.ts";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useFocusItem } from "../../components/ui/useFocusItem.ts";
import styles from "./PersonsSection.module.css";

/** What the list changes: identities become one person, or a merge is undone. */
type PersonsChange =
  | { readonly kind: "merge"; readonly name: string; readonly identities: readonly string[] }
  | { readonly kind: "undo"; readonly merge: string };

/** In the address: the filter of the list. */
const WHO = "who";
/** The host's limit. */
const MOST = 500;
/** Number of people rendered at first, and added by each "more". */
const STEP = 50;

const trimmed = (text: string): string => text.trim();

export interface PersonsSectionProps {
  /** For jump links. */
  id: string;
  slug: string;
  /** Maintainers may merge and split people. */
  canChange: boolean;
}

/** The people behind the accounts and commits of a project, why their identities were merged, and the tools to correct that. */
export function PersonsSection({ id, slug, canChange }: PersonsSectionProps) {
  const { persons } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [params, setParams] = useSearchParams();
  const who = (params.get(WHO) ?? "").slice(0, TEXT_LIMITS.query);
  const paging = useState(STEP);
  const [chosen, setChosen] = useState<readonly ProjectPerson[]>([]);
  const answer = useQuery(personKeys.persons(slug, who), (signal) => persons.list(slug, who, signal));
  const change = useMutation(
    (next: PersonsChange): Promise<Result<unknown>> => {
      if (next.kind === "undo") return persons.undo(next.merge);
      return persons.merge(slug, next.name, next.identities);
    },
    {
      // Experts, the map and results name the same people.
      invalidates: [queryKeys.project(slug)],
      // A rejection may be due to an outdated list, so it is reloaded.
      onError: answer.refetch,
    },
  );
  const isBusy = change.isPending;
  const historyKey = useHistoryStep();
  const find = (text: string) => {
    paging[1](STEP);
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (text.trim() === "") next.delete(WHO);
        else next.set(WHO, text.trim());
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  const merge = async (name: string) => {
    const identities = chosen.flatMap((person) => person.identities.map(({ key }) => key));
    if ((await change.mutate({ kind: "merge", name, identities })).success) setChosen([]);
  };

  // A host without this feature has nothing to correct.
  if (answer.error && isMissingEndpoint(answer.error)) return null;
  return (
    <Section id={id} title={t("persons.title")} headingLevel={3} lead={t("persons.lead")} aria-busy={answer.isLoading}>
      <Text as="p" tone="muted" size="small" className={styles.about}>
        {t(canChange ? "persons.aboutChange" : "persons.about")}
      </Text>
      <DebouncedInput
        className={styles.search}
        leftIcon={<SearchIcon />}
        type="search"
        aria-label={t("persons.search")}
        placeholder={t("persons.search")}
        maxLength={TEXT_LIMITS.query}
        value={who}
        normalize={trimmed}
        historyKey={historyKey}
        onSettle={find}
      />
      {change.error && (
        <Callout intent="danger" role="alert">
          {formatError(change.error).text}
        </Callout>
      )}
      {chosen.length > 0 && (
        <PersonMergeForm
          key={chosen.map(personKey).join(" ")}
          chosen={chosen}
          isBusy={isBusy}
          onMerge={(name) => void merge(name)}
          onCancel={() => setChosen([])}
        />
      )}
      <AsyncContent
        query={answer}
        failed={t("persons.failed")}
        loading={<Skeleton shape="rows" count={4} height="3.5rem" />}
      >
        {(people) => (
          <FoundPersons
            people={people}
            none={t(who === "" ? "persons.noneText" : "persons.noneFound")}
            personHref={(person) => hrefTo.person(slug, { id: personKey(person), name: person.name })}
            chosen={chosen}
            isBusy={isBusy}
            onChosen={canChange ? setChosen : undefined}
            onChange={canChange ? (next) => void change.mutate(next) : undefined}
            paging={paging}
          />
        )}
      </AsyncContent>
    </Section>
  );
}

interface FoundPersonsProps {
  people: readonly ProjectPerson[];
  /** Why there are none. */
  none: string;
  personHref: (person: ProjectPerson) => string;
  chosen: readonly ProjectPerson[];
  isBusy: boolean;
  /** Omitted where the user may not change the list, as `onChange`. */
  onChosen: ((chosen: readonly ProjectPerson[]) => void) | undefined;
  onChange: ((change: PersonsChange) => void) | undefined;
  /** Number of people that are rendered. */
  paging: readonly [shown: number, setShown: (shown: number) => void];
}

function FoundPersons({ people, none, personHref, chosen, isBusy, onChosen, onChange, paging }: FoundPersonsProps) {
  const { t, format } = useTranslation("project");
  const { list, focusItem } = useFocusItem<HTMLDivElement>();
  const [shown, setShown] = paging;
  return (
    <>
      {people.length === 0 ? (
        <EmptyState headingLevel={3} icon={<PeopleIcon size={32} />} title={t("persons.none")}>
          {none}
        </EmptyState>
      ) : (
        <div ref={list}>
          <PersonList
            persons={people.slice(0, shown)}
            personHref={personHref}
            chosen={chosen.map(personKey)}
            isBusy={isBusy}
            onChoose={
              onChosen &&
              ((person, isChosen) => {
                const others = chosen.filter((other) => personKey(other) !== personKey(person));
                onChosen(isChosen ? [...others, person] : others);
              })
            }
            onUndo={onChange && (({ merge }) => onChange({ kind: "undo", merge: merge ?? "" }))}
            onSplit={onChange && (({ name }, { key }) => onChange({ kind: "merge", name, identities: [key] }))}
          />
        </div>
      )}
      {people.length > shown && (
        <Button
          variant="outlined"
          text={t("persons.more", { shown: format.number(shown), total: format.number(people.length) })}
          onClick={() => {
            setShown(shown + STEP);
            focusItem(shown);
          }}
        />
      )}
      {people.length >= MOST && shown >= people.length && (
        <InlineNotice>{t("persons.partial", { count: MOST })}</InlineNotice>
      )}
    </>
  );
}
