import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { Button } from "../../components/ui/Button.tsx";
import { DashboardIcon, DownloadIcon, MoreIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Menu, MenuItem } from "../../components/ui/Menu.ts";
import { MenuButton } from "../../components/ui/MenuButton.tsx";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { cardFilter } from "../lists/cardFilter.ts";
import { ExportSearchButton } from "./ExportSearchButton.tsx";
import { ResultGroupingSelect } from "./ResultGroupingSelect.tsx";
import { SaveSearchButton } from "./SaveSearchButton.tsx";
import type { SearchScope } from "./searchScope.ts";
import { type SearchState, queryOf } from "./searchUrl.ts";
import { useSearchExport } from "./useSearchExport.ts";
import styles from "./SearchTools.module.css";

const AddingDialog = lazyComponent(() => import("../dashboards/AddingDialog.tsx"), "AddingDialog");

export interface SearchToolsProps {
  scope: SearchScope;
  state: SearchState;
  /** The search has found something. */
  hasResults: boolean;
  onSearch: (next: SearchState, options?: { replace: boolean }) => void;
}

/** What can be done with the results as a whole. On a phone the last ones are in a menu, so that all are in one line. */
export const SearchTools = observer(function SearchTools({ scope, state, hasResults, onSearch }: SearchToolsProps) {
  const { plan } = useStore();
  const { t } = useTranslation("search");
  const [isAdding, setAdding] = useState(false);
  const save = useSearchExport(scope, state);
  const canAdd = plan.hasDashboards && state.q.trim() !== "";
  const add = () => setAdding(true);
  return (
    <Inline>
      {hasResults && (
        <ResultGroupingSelect
          value={state.grouping}
          hasProjects={scope === null}
          onChange={(grouping) => onSearch({ ...state, grouping }, { replace: true })}
        />
      )}
      <SaveSearchButton scope={scope} q={state.q.trim()} chosen={state.chosen} />
      <span className={styles.wide}>
        {hasResults && <ExportSearchButton save={save} />}
        {canAdd && <Button variant="minimal" size="small" text={t("addToDashboard")} onClick={add} />}
      </span>
      {(hasResults || canAdd) && (
        <span className={styles.narrow}>
          <MenuButton
            placement="bottom-end"
            button={{ icon: <MoreIcon />, variant: "minimal", size: "small", "aria-label": t("moreActions") }}
            content={
              <Menu>
                {hasResults && (
                  <MenuItem icon={<DownloadIcon />} text={t("export.action")} onClick={() => void save.mutate()} />
                )}
                {canAdd && <MenuItem icon={<DashboardIcon />} text={t("addToDashboard")} onClick={add} />}
              </Menu>
            }
          />
        </span>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <AddingDialog card={searchCard(scope, state)} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Inline>
  );
});

/** The search on the screen as a list; over all projects, the chosen ones are searched alone. */
function searchCard(scope: SearchScope, state: SearchState): CardDraft {
  const { limit: _, ...query } = queryOf(state);
  const project = scope === null ? state.chosen.project : [];
  return {
    kind: "list",
    title: null,
    of: "search",
    project: scope?.slug ?? null,
    filter: cardFilter({ ...query, project }),
    rows: 10,
  };
}
