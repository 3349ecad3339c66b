import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { DocumentStaleReferences } from "../../../contract/documents/documents.ts";
import { StaleReferenceList } from "../../components/documents/StaleReferenceList.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent, type LoadState } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useProject } from "../project/useProject.ts";
import { documentKeys } from "../../queries/documentKeys.ts";
import type { DocumentAddress } from "../../services/documents.ts";

/** Few pages have marks. */
const MarksSection = lazyComponent(() => import("../marks/MarksSection.tsx"), "MarksSection");

interface StaleReferencesSectionProps {
  slug: string;
  address: DocumentAddress;
  /** From `useStaleReferences`. */
  query: LoadState<DocumentStaleReferences>;
  /** The address of a line of the page. */
  lineHref: (line: number) => string;
}

/** Names in a page that the code no longer has, with their states of loading. */
export function StaleReferencesSection({ slug, address, query, lineHref }: StaleReferencesSectionProps) {
  const { t } = useTranslation("documents");
  const { project } = useProject();
  return (
    <Stack as="section" gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t("staleReferences.title")}
      </Text>
      <AsyncContent query={query} failed={t("staleReferences.failed")} loading={<Skeleton count={2} />}>
        {(references) => (
          <>
            {references.marks.length > 0 && (
              <Suspense fallback={null}>
                <MarksSection
                  slug={slug}
                  marks={references.marks}
                  role={project.role}
                  invalidates={[documentKeys.documentStaleReferences(slug, address.source, address.path)]}
                />
              </Suspense>
            )}
            <StaleReferenceList
              references={references}
              lineHref={lineHref}
              commitHref={(hash) => hrefTo.commit(slug, hash)}
              personHref={(person) => hrefTo.person(slug, person)}
            />
          </>
        )}
      </AsyncContent>
    </Stack>
  );
}
