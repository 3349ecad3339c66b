import { useState } from "react";
import type { FormErrorInfo } from "../../components/patterns/FormError.tsx";
import { type MutationOptions, useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface JsonImportOptions<Content, T> extends MutationOptions<[content: Content], T> {
  readonly maxBytes: number;
  readonly words: { readonly tooLarge: string; readonly notJson: string };
}

export interface JsonImport {
  readonly read: (file: File) => Promise<void>;
  /** What the app or the server refused in the last file. */
  readonly failure: FormErrorInfo | null;
  readonly isPending: boolean;
}

/** Sends the content of a JSON file. The server checks its form, and describes what is wrong with one that it refuses. */
export function useJsonImport<Content extends object, T>(
  send: (content: Content) => Promise<Result<T>>,
  { maxBytes, words, ...options }: JsonImportOptions<Content, T>,
): JsonImport {
  const formatError = useErrorMessage();
  const [fault, setFault] = useState<string | null>(null);
  const { mutate, reset, error, isPending } = useMutation(send, options);
  const read = async (file: File): Promise<void> => {
    reset();
    const content = file.size > maxBytes ? null : await parsed(file);
    setFault(file.size > maxBytes ? words.tooLarge : content === null ? words.notJson : null);
    if (content !== null) await mutate(content as Content);
  };
  return { read, failure: fault === null ? error && formatError(error) : { text: fault }, isPending };
}

/** The object in a file; null where the file is no JSON. A value that is no object becomes one, which the server refuses. */
async function parsed(file: File): Promise<object | null> {
  try {
    return Object(JSON.parse(await file.text())) as object;
  } catch {
    return null;
  }
}
