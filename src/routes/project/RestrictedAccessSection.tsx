import { useState } from "react";
import type { ProjectRole } from "../../../contract/projects.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import { RestrictedDialog } from "../../components/restricted/RestrictedDialog.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface RestrictedAccessSectionProps {
  /** Null when no source is being changed. */
  source: { readonly id: string; readonly name: string; readonly role: ProjectRole | null } | null;
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Changes the role that restricted items of a source are read for. */
export function RestrictedAccessSection({ source, onDone, onClose }: RestrictedAccessSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly failure?: string }>({ isBusy: false });
  const save = async (id: string, role: ProjectRole | null): Promise<void> => {
    setState({ isBusy: true });
    const result = await sources.chooseRestricted(id, role);
    setState({ isBusy: false, ...(!result.success && { failure: formatError(result.error).text }) });
    if (result.success) await onDone(result.data);
  };
  return (
    <RestrictedDialog
      source={source}
      isBusy={state.isBusy}
      failure={state.failure}
      onSave={(role) => {
        if (source) void save(source.id, role);
      }}
      onClose={() => {
        setState({ isBusy: false });
        onClose();
      }}
    />
  );
}
