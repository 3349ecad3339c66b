import { useState } from "react";
import { countChosen, SearchFacetList, type SearchFacetListProps } from "../../components/search/SearchFacetList.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { FilterIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./SearchResultsSection.module.css";

/** The facets next to the results; on a narrow screen a button opens them. */
export function SearchFacetsSection(props: SearchFacetListProps) {
  const { t } = useTranslation("search");
  const [isOpen, setOpen] = useState(false);
  const count = countChosen(props.chosen);
  return (
    <div>
      <Button
        className={styles.opener}
        icon={<FilterIcon />}
        text={count > 0 ? t("facet.openCount", { count }) : t("facet.open")}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div className={styles.facets} data-open={isOpen || undefined}>
        <SearchFacetList {...props} />
      </div>
    </div>
  );
}
