import type { LISTED_THINGS } from "../../../contract/insights/dashboardRules.ts";
import { ISSUE_STATES, REQUEST_STATES, RESULT_KINDS, TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";

type Filter = Readonly<Record<string, string[]>>;

export interface CardFilterFieldsProps {
  of: (typeof LISTED_THINGS)[number];
  filter: Filter;
  /** Errors of the words. */
  errors: readonly string[] | undefined;
  onChange: (filter: Record<string, string[]>) => void;
}

/** What the form has fields for; other parameters, which come from the address of a list, are kept and named. */
const SHOWN: Readonly<Record<CardFilterFieldsProps["of"], readonly string[]>> = {
  issues: ["q", "state", "label"],
  requests: ["q", "state", "label"],
  // The form of the card has the projects.
  search: ["q", "kind", "project"],
  documents: ["outdated"],
  commits: [],
};

/** A repository, a source or a person in a filter, which its reader knows by name alone. */
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}$/;

/** The filter with one parameter replaced; without it where it has no value. */
function withValues(filter: Filter, name: string, values: string[]): Record<string, string[]> {
  const rest = Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name));
  return values.length === 0 ? rest : { ...rest, [name]: values };
}

/** The words, the state and the labels of a filter, and the kinds of a search. */
export function CardFilterFields({ of, filter, errors, onChange }: CardFilterFieldsProps) {
  const { t, format } = useTranslation("dashboards");
  const { t: tSearch } = useTranslation("search");
  const states: readonly (typeof REQUEST_STATES)[number][] = of === "issues" ? ISSUE_STATES : REQUEST_STATES;
  const hasWords = of !== "documents" && of !== "commits";
  const kinds = filter["kind"] ?? [];
  const others = Object.entries(filter).filter(
    // A choice of several kinds has no place in the form.
    ([name]) => !SHOWN[of].includes(name) || (name === "kind" && kinds.length > 1),
  );
  const set = (name: string, values: string[]): void => onChange(withValues(filter, name, values));
  return (
    <>
      {hasWords && (
        <TextField
          label={t(of === "search" ? "card.query" : "card.words")}
          help={of === "search" ? t("card.queryHelp") : undefined}
          errors={errors}
          maxLength={TEXT_LIMITS.query}
          isSpellChecked
          value={filter["q"]?.[0] ?? ""}
          onChange={(text) => set("q", text === "" ? [] : [text])}
        />
      )}
      {of === "search" && (
        <SelectField
          label={t("card.kinds")}
          value={kinds.length === 1 ? (RESULT_KINDS.find((kind) => kind === kinds[0]) ?? "any") : "any"}
          options={[
            { value: "any", text: t("states.any") },
            ...RESULT_KINDS.map((value) => ({ value, text: tSearch(`kind.${value}`) })),
          ]}
          onChange={(kind) => set("kind", kind === "any" ? [] : [kind])}
        />
      )}
      {of === "documents" && (
        <SelectField
          label={t("card.pages")}
          help={t("card.pagesHelp")}
          value={filter["outdated"] ? "outdated" : "all"}
          options={(["all", "outdated"] as const).map((value) => ({ value, text: t(`pages.${value}`) }))}
          onChange={(pages) => set("outdated", pages === "all" ? [] : ["true"])}
        />
      )}
      {(of === "issues" || of === "requests") && (
        <>
          <SelectField
            label={t("card.state")}
            value={
              filter["state"]?.length === 1 ? (states.find((one) => one === filter["state"]?.[0]) ?? "any") : "any"
            }
            options={[
              { value: "any", text: t("states.any") },
              ...states.map((value) => ({ value, text: t(`states.${value}`) })),
            ]}
            onChange={(state) => set("state", state === "any" ? [] : [state])}
          />
          <FormField label={t("card.labels")} help={t("card.labelsHelp")}>
            {(control) => (
              <InputGroup
                {...control}
                autoComplete="off"
                defaultValue={(filter["label"] ?? []).join(", ")}
                onValueChange={(text) =>
                  set(
                    "label",
                    text
                      .split(",")
                      .map((label) => label.trim())
                      .filter((label) => label !== ""),
                  )
                }
              />
            )}
          </FormField>
        </>
      )}
      {others.length > 0 && (
        <Text as="p" tone="muted" size="small" overflow="anywhere">
          {t("card.alsoFiltered", {
            filters: format.list(
              others.map(([name, values]) => {
                const count = values.length;
                const isNamed = !values.every((value) => ID.test(value));
                return `${name}: ${isNamed ? values.join(", ") : t("card.chosen", { count, formatted: format.number(count) })}`;
              }),
            ),
          })}
        </Text>
      )}
    </>
  );
}
