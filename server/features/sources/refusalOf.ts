import { type FieldErrors, Invalid } from "../../errors.ts";
import { type SourceError, findSourceError } from "../../sources/SourceError.ts";

/** A failure of a source as the form's fields see it; null for anything else. */
export function refusalOf(error: unknown): Invalid | null {
  const known = findSourceError(error);
  return known && new Invalid(fieldsOf(known), { cause: error });
}

function fieldsOf({ code, text }: SourceError): FieldErrors {
  if (code === "unauthorized" || code === "forbidden") return { credential: { token: [text] } };
  if (code === "connection") return { use_connection: [text] };
  return code === "provider" ? { provider: [text] } : { url: [text] };
}
