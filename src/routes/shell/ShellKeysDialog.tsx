import { observer } from "mobx-react-lite";
import { matchPath, useLocation } from "react-router-dom";
import { KeyboardShortcutsDialog, type KeyboardShortcut } from "../../components/patterns/KeyboardShortcutsDialog.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { issueKeys } from "../issues/issueKeys.ts";
import { ROUTES } from "../paths.ts";

interface ShellKeysDialogProps {
  onClose: () => void;
}

/** The keyboard shortcuts of the open page, and the toggle of single-character ones. */
export function ShellKeysDialog({ onClose }: ShellKeysDialogProps) {
  const { pathname } = useLocation();
  if (matchPath(ROUTES["issue-list"], pathname)) return <IssueListKeys onClose={onClose} />;
  if (matchPath(ROUTES["project-detail"], pathname)) return <SearchKeys onClose={onClose} />;
  return <PageKeys own={[]} onClose={onClose} />;
}

function IssueListKeys({ onClose }: ShellKeysDialogProps) {
  const { t } = useWords("issues");
  const palette = useWords("palette");
  const own = [{ keys: ["/"], does: palette.t("keyList.searchField") }, ...issueKeys(t)];
  return <PageKeys own={own} onClose={onClose} />;
}

function SearchKeys({ onClose }: ShellKeysDialogProps) {
  const { t } = useWords("palette");
  const own = [
    { keys: ["/"], does: t("keyList.searchField") },
    { keys: ["↓", "↑"], does: t("keyList.results") },
  ];
  return <PageKeys own={own} onClose={onClose} />;
}

/** The global shortcuts, with those of the page. */
const PageKeys = observer(function PageKeys({
  own,
  onClose,
}: ShellKeysDialogProps & { own: readonly KeyboardShortcut[] }) {
  const { keys } = useStore();
  const { t } = useWords("palette");
  return (
    <KeyboardShortcutsDialog
      isOpen
      title={t("keyList.title")}
      keys={[
        { keys: ["Ctrl K", "⌘ K"], does: t("keyList.palette") },
        ...own,
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
