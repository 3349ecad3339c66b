import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { FoldersDialog } from "../../components/sources/FoldersDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface FoldersSectionProps {
  source: { readonly id: string; readonly name: string; readonly folders: readonly string[] };
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Changes the folders that a repository is limited to. */
export function FoldersSection({ source, onDone, onClose }: FoldersSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const choose = useMutation((folders: readonly string[]) => sources.chooseFolders(source.id, folders), {
    onSuccess: onDone,
  });
  return (
    <FoldersDialog
      name={source.name}
      folders={source.folders}
      isBusy={choose.isPending}
      failure={choose.error && formatError(choose.error)}
      onSave={(folders) => void choose.mutate(folders)}
      onClose={onClose}
    />
  );
}
