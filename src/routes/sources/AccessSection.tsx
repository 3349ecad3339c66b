import type { SourceAccess, SourceDetail } from "../../../contract/sources/sources.ts";
import { AccessDialog } from "../../components/sources/AccessDialog.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useInstallations } from "./useInstallations.ts";
import { sourceErrors } from "./sourceErrors.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface AccessSectionProps {
  source: LinkedSource;
  /** Providers at which the user has connected an account. */
  connected: readonly string[] | undefined;
  onDone: (detail: SourceDetail) => Promise<void>;
  onClose: () => void;
}

/** Replaces the access of a linked source. */
export function AccessSection({ source, connected, onDone, onClose }: AccessSectionProps) {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const { installations } = useInstallations(null);
  const { mutate, isPending, error } = useMutation(
    (id: string, access: SourceAccess) => sources.renewAccess(id, access),
    { onSuccess: onDone },
  );
  return (
    <AccessDialog
      source={source}
      connected={connected}
      installations={installations}
      isBusy={isPending}
      errors={error ? sourceErrors(formatError(error)) : undefined}
      onRenew={(access) => void mutate(source.id, access)}
      onClose={onClose}
    />
  );
}
