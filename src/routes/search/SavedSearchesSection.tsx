import { observer } from "mobx-react-lite";
import { type ReactNode, useId, useState } from "react";
import type { SavedSearch } from "../../../contract/search/savedSearches.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { SaveSearchDialog } from "../../components/search/SaveSearchDialog.tsx";
import { SavedSearchList } from "../../components/search/SavedSearchList.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SearchScope } from "./searchScope.ts";
import { useSavedSearches } from "./useSavedSearches.ts";
import { useSearchPermission } from "./useSearchPermission.ts";

export interface SavedSearchesSectionProps {
  /** The project whose saved searches are listed; null: all that the reader sees. */
  scope: SearchScope;
  /** Shown while there are none; nothing if left out. */
  empty?: ReactNode;
}

/** Saved searches, which are opened, watched, changed and deleted here. */
export const SavedSearchesSection = observer(function SavedSearchesSection({
  scope,
  empty = null,
}: SavedSearchesSectionProps) {
  const { t } = useTranslation("savedSearches");
  const formatError = useErrorMessage();
  const id = useId();
  const saved = useSavedSearches(scope?.slug ?? null);
  const mayIn = useSearchPermission();
  const [edited, setEdited] = useState<SavedSearch | null>(null);
  const removal = useConfirmation(({ id: search }: SavedSearch) => saved.remove.mutate(search));
  // Outside of its project the reader's role there is not known: others' searches of it are changed there.
  const may = ({ project }: SavedSearch, action: "searches.remove" | "searches.share"): boolean =>
    project === null ? mayIn(null, action) : scope !== null && mayIn(scope, action);
  return (
    <>
      <AsyncContent query={saved.query} failed={t("saved.failed")}>
        {(searches) =>
          searches.length === 0 ? (
            empty
          ) : (
            <Stack as="section" gap={2} aria-labelledby={id}>
              <Text as="h2" size="heading" id={id}>
                {t("saved.title")}
              </Text>
              {saved.watch.error && (
                <InlineNotice>{t("saved.changeFailed", { reason: formatError(saved.watch.error).text })}</InlineNotice>
              )}
              <SavedSearchList
                searches={searches}
                busy={saved.remove.pending.map(([one]) => one)}
                hasProjects={scope === null}
                hrefOf={hrefTo.savedSearch}
                mayRemove={(search) => search.owner === null || may(search, "searches.remove")}
                onWatch={(search, isWatched) => void saved.watch.choose(isWatched, search.id)}
                onEdit={setEdited}
                onRemove={removal.ask}
              />
            </Stack>
          )
        }
      </AsyncContent>
      {edited && (
        <SaveSearchDialog
          q={edited.q}
          saved={edited}
          facets={Object.values(edited.facets).flat().length}
          isOverAll={edited.project === null}
          canShare={may(edited, "searches.share")}
          isBusy={saved.update.isPending}
          failure={saved.update.error && formatError(saved.update.error)}
          onSave={({ name, q, hasFacets, shared }) =>
            void saved.update
              .mutate(edited.id, { name, q, shared, ...(!hasFacets && { facets: {} }) })
              .then(({ success }) => {
                if (success) setEdited(null);
              })
          }
          onClose={() => {
            saved.update.reset();
            setEdited(null);
          }}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={t("saved.removeTitle")}
        text={t(removalText(removal.subject), { name: removal.subject?.name ?? "" })}
        action={t("saved.remove")}
      />
    </>
  );
});

/** Whom the deletion of a search concerns. */
function removalText(search: SavedSearch | null): "saved.removeText" | "saved.removeShared" | "saved.removeSharedAll" {
  if (search?.shared !== true) return "saved.removeText";
  return search.project ? "saved.removeShared" : "saved.removeSharedAll";
}
