import type { SourceChecksChoice } from "../../../contract/requests/requestChecks.ts";
import { ChecksDialog } from "../../components/sources/ChecksDialog.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useAppRights } from "./useAppRights.ts";

export interface ChecksSectionProps {
  slug: string;
  source: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** The dialog of the reports on the requests of a source. */
export function ChecksSection({ slug, source, onClose }: ChecksSectionProps) {
  const services = useServices();
  const formatError = useErrorMessage();
  const key = sourceKeys.sourceChecks(slug, source.id);
  const checks = useQuery(key, (signal) => services.checks.get(source.id, signal));
  const previews = useQuery(sourceKeys.checkPreview(slug, source.id), (signal) =>
    services.checks.preview(source.id, signal),
  );
  const rights = useAppRights({ slug, sourceId: source.id, use: "check" }, checks.data?.how === "check");
  const choose = useMutation((choice: SourceChecksChoice) => services.checks.choose(source.id, choice), {
    invalidates: [key],
    onSuccess: onClose,
  });
  const failed = choose.error ?? checks.error ?? previews.error;
  return (
    <ChecksDialog
      name={source.name}
      checks={checks.data ?? null}
      previews={previews.data ?? null}
      rights={rights}
      isBusy={choose.isPending}
      failure={failed ? formatError(failed).text : undefined}
      onSave={(choice) => void choose.mutate(choice)}
      onClose={onClose}
    />
  );
}
