import type { SourceErrors } from "../../domain/sourceDraft.ts";
import type { ErrorInfo } from "../../components/patterns/ErrorState.tsx";

/** A failed request in the reader's language: one text, and the messages by field from `useErrorMessage`. */
export type FormattedError = ErrorInfo & { readonly fields: Readonly<Record<string, readonly string[]>> };

const FIELDS: Readonly<Record<string, keyof SourceErrors>> = {
  url: "url",
  provider: "provider",
  credential: "token",
  use_connection: "other",
  installation_id: "other",
  "credential -> token": "token",
  "credential -> username": "username",
  custom_fields: "customFields",
  folders: "folders",
};

/**
 * Assigns the server's messages to the fields of the source's form. `under` is the path of the source in the request body, for example
 * "repositories -> 0". Messages without a field of the form, and a failure without fields, are in `other`.
 */
export function sourceErrors({ text, fields }: FormattedError, under = ""): SourceErrors {
  const prefix = under === "" ? "" : `${under} -> `;
  const found: Partial<Record<keyof SourceErrors, string[]>> = {};
  for (const [name, sentences] of Object.entries(fields)) {
    if (!name.startsWith(prefix)) continue;
    (found[FIELDS[name.slice(prefix.length)] ?? "other"] ??= []).push(...sentences);
  }
  return Object.keys(found).length === 0 && under === "" ? { other: [text] } : found;
}
