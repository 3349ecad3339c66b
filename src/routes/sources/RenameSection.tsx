import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { RenameDialog } from "../../components/sources/RenameDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface RenameSectionProps {
  source: { readonly id: string; readonly name: string };
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Gives a source another name. */
export function RenameSection({ source, onDone, onClose }: RenameSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const { mutate, isPending, error } = useMutation((id: string, name: string) => sources.rename(id, name), {
    onSuccess: onDone,
  });
  const refused = error ? formatError(error) : null;
  const errors = refused?.fields["name"];
  return (
    <RenameDialog
      source={source}
      isBusy={isPending}
      errors={errors}
      failure={errors ? undefined : refused?.text}
      onSave={(name) => void mutate(source.id, name)}
      onClose={onClose}
    />
  );
}
