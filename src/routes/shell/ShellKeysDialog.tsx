import { observer } from "mobx-react-lite";
import { matchPath, useLocation } from "react-router-dom";
import { KeysDialog } from "../../components/KeysDialog/KeysDialog.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { paths } from "../paths.ts";

/** The keys that work on the page that is open, and the switch for those of a single character. */
export const ShellKeysDialog = observer(function ShellKeysDialog({ onClose }: { onClose: () => void }) {
  const { keys } = useStore();
  const { t } = useWords("palette");
  const { pathname } = useLocation();
  const hasSearch = matchPath(paths.project, pathname) !== null;
  return (
    <KeysDialog
      isOpen
      title={t("keyList.title")}
      keys={[
        { keys: ["Ctrl K", "⌘ K"], does: t("keyList.palette") },
        ...(hasSearch
          ? [
              { keys: ["/"], does: t("keyList.searchField") },
              { keys: ["↓", "↑"], does: t("keyList.results") },
            ]
          : []),
        { keys: ["Tab"], does: t("keyList.skip") },
        { keys: ["Esc"], does: t("keyList.close") },
        { keys: ["?"], does: t("keyList.help") },
      ]}
      single={{ label: t("keyList.singleKeys"), isOn: keys.areSingleOn, onChange: keys.setSingle }}
      note={t("keyList.note")}
      onClose={onClose}
    />
  );
});
