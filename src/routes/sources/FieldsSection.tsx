import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { FieldsDialog } from "../../components/sources/FieldsDialog.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface FieldsSectionProps {
  slug: string;
  source: { readonly id: string; readonly name: string };
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Changes which custom fields of a tracker are read. */
export function FieldsSection({ slug, source, onDone, onClose }: FieldsSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const key = sourceKeys.sourceFields(slug, source.id);
  const fields = useQuery(key, (signal) => sources.fields(source.id, signal), { keepPreviousData: false });
  const choose = useMutation((names: readonly string[]) => sources.chooseFields(source.id, names), {
    invalidates: [key],
    onSuccess: onDone,
  });
  const failed = choose.error ?? fields.error;
  return (
    <FieldsDialog
      name={source.name}
      fields={fields.data}
      isBusy={choose.isPending}
      failure={failed ? formatError(failed).text : undefined}
      onSave={(names) => void choose.mutate(names)}
      onClose={onClose}
    />
  );
}
