import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { RefsDialog } from "../../components/sources/RefsDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface RefsSectionProps {
  source: { readonly id: string; readonly name: string; readonly patterns: readonly string[] };
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Changes which branches and tags of a repository are searched. */
export function RefsSection({ source, onDone, onClose }: RefsSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const { mutate, isPending, error } = useMutation(
    (id: string, patterns: readonly string[]) => sources.chooseRefs(id, patterns),
    { onSuccess: onDone },
  );
  return (
    <RefsDialog
      source={source}
      isBusy={isPending}
      failure={error ? formatError(error).text : undefined}
      onSave={(patterns) => void mutate(source.id, patterns)}
      onClose={onClose}
    />
  );
}
