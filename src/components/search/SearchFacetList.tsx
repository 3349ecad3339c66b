import { useState } from "react";
import { SEARCH_FACETS } from "../../../contract/constants.ts";
import type { SearchFacets as Facets } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { useFacetValueName } from "./useFacetValueName.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchFacetList.module.css";

/** The facets in their order; the first only in a search over several projects. */
export const FACETS = ["project", ...SEARCH_FACETS] as const;
export type FacetName = (typeof FACETS)[number];
/** The selected values of the facets. */
export type ChosenFacets = Readonly<Record<FacetName, readonly string[]>>;

export const NO_FACETS = FACETS.reduce((none, name) => ({ ...none, [name]: [] }), {} as ChosenFacets);

export const countChosen = (chosen: ChosenFacets): number => FACETS.reduce((sum, name) => sum + chosen[name].length, 0);

/** The values of each facet. */
export type FoundFacets = Facets & { readonly project?: Facets["kind"] };

export interface SearchFacetListProps {
  facets: FoundFacets;
  chosen: ChosenFacets;
  /** Names of the sources by id, and of the projects by slug: the facets contain only these. */
  sourceNames: Readonly<Record<string, string>>;
  onToggle: (facet: FacetName, value: string) => void;
  onClear: () => void;
}

const SHOWN = 6;

/** Whether there is a choice: a single value filters nothing. */
export const hasChoices = (facets: FoundFacets, chosen: ChosenFacets): boolean =>
  FACETS.some((name) => (facets[name]?.length ?? 0) > 1 || chosen[name].length > 0);

/** The facets of the results, with the count of each value. */
export function SearchFacetList({ facets, chosen, sourceNames, onToggle, onClear }: SearchFacetListProps) {
  const { t } = useTranslation("search");
  const set = countChosen(chosen);
  const groups = FACETS.map((name) => {
    const found = facets[name] ?? [];
    // A selected value without results must stay listed, or it could not be removed.
    const gone = chosen[name].filter((value) => !found.some((facet) => facet.value === value));
    return { name, options: [...found, ...gone.map((value) => ({ value, count: 0 }))] };
  }).filter(({ name, options }) => options.length > 1 || chosen[name].length > 0);
  if (!hasChoices(facets, chosen)) return null;
  return (
    <aside className={styles.facets} aria-label={t("facet.title")}>
      {groups.map(({ name, options }) => (
        <FacetGroup
          key={name}
          name={name}
          options={options}
          chosen={chosen[name]}
          sourceNames={sourceNames}
          onToggle={(value) => onToggle(name, value)}
        />
      ))}
      {set > 0 && <Button size="small" variant="outlined" text={t("facet.clear")} onClick={onClear} />}
    </aside>
  );
}

interface FacetGroupProps {
  name: FacetName;
  options: readonly { value: string; count: number }[];
  chosen: readonly string[];
  sourceNames: Readonly<Record<string, string>>;
  onToggle: (value: string) => void;
}

function FacetGroup({ name, options, chosen, sourceNames, onToggle }: FacetGroupProps) {
  const { t, format } = useTranslation("search");
  const [isExpanded, setExpanded] = useState(false);
  const valueName = useFacetValueName(sourceNames);
  const shown = isExpanded ? options : options.filter(({ value }, index) => index < SHOWN || chosen.includes(value));
  const hidden = options.length - shown.length;
  return (
    <fieldset className={styles.group}>
      <Text as="legend" size="small" weight="strong" tone="muted">
        {t(`facet.${name}`)}
      </Text>
      {shown.map(({ value, count }) => (
        <div key={value} className={styles.option}>
          <Checkbox
            className={styles.check}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
            labelElement={
              <>
                <span className={styles.value}>{valueName(name, value)}</span>
                <Text tone="muted" className={styles.count}>
                  {format.number(count)}
                </Text>
              </>
            }
          />
        </div>
      ))}
      {(hidden > 0 || isExpanded) && options.length > SHOWN && (
        <Button
          size="small"
          variant="minimal"
          text={isExpanded ? t("facet.less") : t("facet.more", { count: hidden })}
          onClick={() => setExpanded(!isExpanded)}
        />
      )}
    </fieldset>
  );
}
