import { useId, useState } from "react";
import { countChosen, SearchFacetList, type SearchFacetListProps } from "../../components/search/SearchFacetList.tsx";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { FilterIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./SearchResultsSection.module.css";

/** The facets next to the results; on a narrow screen a button opens them. */
export function SearchFacetsSection(props: SearchFacetListProps) {
  const { t } = useTranslation("search");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = countChosen(props.chosen);
  return (
    <div>
      <DisclosureButton
        variant="button"
        className={styles.opener}
        button={{ icon: <FilterIcon /> }}
        isOpen={isOpen}
        controls={id}
        onToggle={() => setOpen(!isOpen)}
      >
        {count > 0 ? t("facet.openCount", { count }) : t("facet.open")}
      </DisclosureButton>
      <div id={id} className={styles.facets} data-open={isOpen || undefined}>
        <SearchFacetList {...props} />
      </div>
    </div>
  );
}
