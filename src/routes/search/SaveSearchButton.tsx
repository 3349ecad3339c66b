import { useState } from "react";
import type { SavedFacets } from "../../../contract/search/savedSearches.ts";
import { SaveSearchDialog } from "../../components/search/SaveSearchDialog.tsx";
import { type ChosenFacets, countChosen } from "../../components/search/SearchFacetList.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { isResultKind } from "../../domain/resultKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import type { SearchScope } from "./searchScope.ts";
import { useSavedSearches } from "./useSavedSearches.ts";
import { useSearchPermission } from "./useSearchPermission.ts";

export interface SaveSearchButtonProps {
  scope: SearchScope;
  q: string;
  chosen: ChosenFacets;
}

/** Opens the dialog that saves the search on the screen. */
export function SaveSearchButton({ scope, q, chosen }: SaveSearchButtonProps) {
  const { t } = useTranslation("savedSearches");
  const formatError = useErrorMessage();
  const { notifications } = useStore();
  const slug = scope?.slug ?? null;
  const { create } = useSavedSearches(slug);
  const mayIn = useSearchPermission();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    create.reset();
    setOpen(false);
  };
  return (
    <>
      <Button variant="minimal" size="small" text={t("save.open")} onClick={() => setOpen(true)} />
      {isOpen && (
        <SaveSearchDialog
          q={q}
          facets={countChosen(chosen)}
          isOverAll={slug === null}
          canShare={mayIn(scope, "searches.share")}
          isBusy={create.isPending}
          failure={create.error && formatError(create.error)}
          onSave={({ name, shared, watched }) =>
            void create.mutate({ name, shared, watched, q, facets: facetsOf(chosen) }).then(({ success }) => {
              if (!success) return;
              notifications.show(t("save.done", { name }), "success");
              close();
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}

/** Without the facets of which nothing is chosen. */
function facetsOf(chosen: ChosenFacets): SavedFacets {
  const { kind, ...others } = chosen;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, values]) => values.length > 0)),
    ...(kind.length > 0 && { kind: kind.filter(isResultKind) }),
  };
}
