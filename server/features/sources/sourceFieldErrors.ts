import { type FieldErrors, Invalid } from "../../errors.ts";
import { type SourceError, findSourceError } from "../../sources/SourceError.ts";

/** A failure of a source as the form's fields see it; null for anything else. `isInstalled`: it is read by an installation of an app. */
export function sourceFieldErrors(error: unknown, isInstalled = false): Invalid | null {
  const sourceError = findSourceError(error);
  return sourceError && new Invalid(fieldsOf(sourceError, isInstalled), { cause: error });
}

function fieldsOf({ code, text }: SourceError, isInstalled: boolean): FieldErrors {
  if (isInstalled && (code === "unauthorized" || code === "forbidden")) return { installation_id: [text] };
  if (code === "unauthorized" || code === "forbidden") return { credential: { token: [text] } };
  if (code === "connection") return { use_connection: [text] };
  return code === "provider" ? { provider: [text] } : { url: [text] };
}
