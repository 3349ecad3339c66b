import { Suspense, useId, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";

const SearchStart = lazyComponent(() => import("../search/SearchStart.tsx"), "SearchStart");

/** Saved and recent searches, examples and the query language on demand, below the empty search field of home. */
export function HomeSearchStart() {
  const { t } = useTranslation("home");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap={4}>
      <div>
        <DisclosureButton variant="quiet" isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
          {t("searchMore")}
        </DisclosureButton>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton shape="rows" count={4} height="2rem" />}>
            <SearchStart scope={null} />
          </Suspense>
        )}
      </div>
    </Stack>
  );
}
