import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { type ListedScip, ScipList } from "../../components/sources/ScipList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";

export interface ScipSectionProps {
  slug: string;
  repositories: readonly { readonly id: string; readonly name: string }[];
}

/** The uploaded SCIP indexes of a project, for members who may remove them. Optional: nothing is shown while they cannot be read. */
export function ScipSection({ slug, repositories }: ScipSectionProps) {
  const { sources } = useServices();
  const { t } = useTranslation("project");
  const { data } = useQuery(sourceKeys.scip(slug), (signal) => sources.scip(slug, signal));
  const remove = useConfirmation(({ source }: ListedScip) => sources.removeScip(source), {
    invalidates: [sourceKeys.scip(slug)],
  });
  const names = new Map(repositories.map(({ id, name }) => [id, name]));
  const indexes = (data ?? []).map((one) => ({
    ...one,
    name: names.get(one.source) ?? one.source,
  }));
  return (
    <>
      <ScipList indexes={indexes} onRemove={remove.ask} />
      <ConfirmDialog
        {...remove.dialog}
        title={t("scip.removeTitle", { name: remove.subject?.name ?? "" })}
        text={t("scip.removeText")}
        action={t("sources.remove")}
      />
    </>
  );
}
