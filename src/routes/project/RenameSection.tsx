import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { RenameDialog } from "../../components/sources/RenameDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface RenameSectionProps {
  /** Null when no source is being renamed. */
  source: { readonly id: string; readonly name: string } | null;
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Gives a source another name. */
export function RenameSection({ source, onDone, onClose }: RenameSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const { mutate, isPending, error, reset } = useMutation((id: string, name: string) => sources.rename(id, name), {
    onSuccess: onDone,
  });
  const refused = error ? formatError(error) : null;
  const errors = refused?.fields["name"];
  return (
    <RenameDialog
      key={source?.id}
      source={source}
      isBusy={isPending}
      errors={errors}
      failure={errors ? undefined : refused?.text}
      onSave={(name) => {
        if (source) void mutate(source.id, name);
      }}
      onClose={() => {
        reset();
        onClose();
      }}
    />
  );
}
