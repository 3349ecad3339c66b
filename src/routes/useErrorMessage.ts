import { useCallback } from "react";
import type { ErrorInfo } from "../components/patterns/ErrorState.tsx";
import { withoutNoField } from "../domain/errorLines.ts";
import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { useTranslation } from "../i18n/useTranslation.ts";
import { copyErrorReport } from "./failures/copyErrorReport.ts";
import type { ApiError, FailureKind } from "../services/result.ts";

/** The contract's own messages, which the server sends in English to all callers; the app translates them. */
const KNOWN = {
  [GENERIC_FAILURE]: "generic",
  "This field is required": "required",
  "Please enter a valid email": "email",
  "Invalid format": "format",
} as const;

const isKnown = (text: string): text is keyof typeof KNOWN => Object.hasOwn(KNOWN, text);

/** Failures without an answer of the host, whose words are the app's. */
const isTransport = (kind: FailureKind): kind is "network" | "blocked" | "chunk" =>
  kind === "network" || kind === "blocked" || kind === "chunk";

/** Translates a failed request for ErrorState, for a form's fields or for the snackbar. */
export function useErrorMessage(): (
  error: ApiError,
) => ErrorInfo & { readonly fields: Readonly<Record<string, readonly string[]>> } {
  const { t } = useTranslation("errors");
  return useCallback(
    (error) => {
      const translate = (text: string): string => (isKnown(text) ? t(KNOWN[text]) : text);
      /** A line of the text may begin with the field: "email: Invalid format". */
      const translateLine = (line: string): string => {
        const cut = line.lastIndexOf(": ") + 2;
        return cut > 1 && !isKnown(line) ? line.slice(0, cut) + translate(line.slice(cut)) : translate(line);
      };
      const fields = Object.fromEntries(
        Object.entries(error.fields).map(([name, texts]) => [name, texts.map(translateLine)]),
      );
      const text = isTransport(error.kind)
        ? t(error.kind)
        : error.text
            .split("\n")
            .map((line) => translateLine(withoutNoField(line)))
            .join("\n");
      return { text, status: error.status, requestId: error.requestId, fields, onCopy: copyErrorReport };
    },
    [t],
  );
}
