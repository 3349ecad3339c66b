import type { SourceErrors } from "../../components/SourceForm/sourceDraft.ts";
import type { Failure } from "../../components/FailedState/FailedState.tsx";

/** A failed call in the reader's words: one text, and the sentences by field as `useFailureText` makes them. */
export type WordedFailure = Failure & { readonly fields: Readonly<Record<string, readonly string[]>> };

const FIELDS: Readonly<Record<string, keyof SourceErrors>> = {
  url: "url",
  provider: "provider",
  credential: "token",
  use_connection: "other",
  "credential -> token": "token",
  "credential -> username": "username",
};

/**
 * The server's sentences, each at the field of the source's form that it is about. `under` is where the source stands in the body that was
 * sent, for example "repositories -> 0". What belongs to no field, and a failure without fields, stands under `other`.
 */
export function sourceErrors({ text, fields }: WordedFailure, under = ""): SourceErrors {
  const prefix = under === "" ? "" : `${under} -> `;
  const found: Partial<Record<keyof SourceErrors, string[]>> = {};
  for (const [name, sentences] of Object.entries(fields)) {
    if (!name.startsWith(prefix)) continue;
    (found[FIELDS[name.slice(prefix.length)] ?? "other"] ??= []).push(...sentences);
  }
  return Object.keys(found).length === 0 && under === "" ? { other: [text] } : found;
}
