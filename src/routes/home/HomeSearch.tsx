import { observer } from "mobx-react-lite";
import { useSearchParams } from "react-router-dom";
import { SearchField } from "../../components/search/SearchField.tsx";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useHistoryStep } from "../useHistoryStep.ts";
import { ALL_PROJECTS, useSearchHistory } from "../useSearchHistory.ts";

const trimmed = (text: string): string => text.trim();

/** The search over all projects of the reader. Its query is kept in the address. */
export const HomeSearch = observer(function HomeSearch({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("home");
  const [params, setParams] = useSearchParams();
  const query = trimmed(params.get("q") ?? "");
  // Submitted by Enter only, since it asks many projects; text typed while the address updates is kept.
  const { text, type, commit } = useDebouncedText(query, (q) => setParams(trimmed(q) === "" ? {} : { q: trimmed(q) }), {
    pause: null,
    normalize: trimmed,
    returned: useHistoryStep(),
  });
  const { history, note } = useSearchHistory(ALL_PROJECTS);
  return (
    <SearchField
      label={t("searchLabel")}
      placeholder={t("searchPlaceholder")}
      text={text}
      history={history}
      onChoosePast={({ q }) => commit(q)}
      onChange={type}
      onClear={() => commit("")}
      onSubmit={() => {
        note(text);
        commit();
      }}
      onLeave={onLeave}
    />
  );
});
