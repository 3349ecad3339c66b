import type { ProjectRole } from "../../../contract/projects.ts";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { RestrictedDialog } from "../../components/sources/RestrictedDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface RestrictedAccessSectionProps {
  source: { readonly id: string; readonly name: string; readonly role: ProjectRole | null };
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Changes the role that restricted items of a source are read for. */
export function RestrictedAccessSection({ source, onDone, onClose }: RestrictedAccessSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const { mutate, isPending, error } = useMutation(
    (id: string, role: ProjectRole | null) => sources.chooseRestricted(id, role),
    { onSuccess: onDone },
  );
  return (
    <RestrictedDialog
      source={source}
      isBusy={isPending}
      failure={error ? formatError(error).text : undefined}
      onSave={(role) => void mutate(source.id, role)}
      onClose={onClose}
    />
  );
}
