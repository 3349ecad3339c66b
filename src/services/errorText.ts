import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { isRecord } from "../domain/isRecord.ts";

/**
 * The lines of the text by field, each "field: message" as the specification (section 8) shows it. Messages without a field are under
 * `non_field_errors`.
 */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface Found {
  readonly lines: string[];
  readonly fields: Record<string, string[]>;
}

function gather(value: unknown, path: string, failure: Found): void {
  if (typeof value === "string") {
    if (value !== "") failure.lines.push(value);
    if (path) (failure.fields[path] ??= []).push(value);
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (typeof item === "string") {
        const line = `${path}: ${item}`;
        failure.lines.push(line);
        (failure.fields[path] ??= []).push(line);
      } else if (isRecord(item)) {
        gather(item, `${path} -> ${index}`, failure);
      }
    });
    return;
  }
  if (!isRecord(value)) return;
  for (const [name, inner] of Object.entries(value)) gather(inner, path ? `${path} -> ${name}` : name, failure);
}

const isHtml = (body: unknown): boolean => typeof body === "string" && /^\s*</.test(body);

/** Our server adds a request id and a code to a `detail`. Without one, `code` is a field, such as that of a verification. */
const withoutNames = (body: Record<string, unknown>): [messages: Record<string, unknown>, code: unknown] => {
  if (typeof body["detail"] !== "string") return [body, null];
  const { request_id: _, code, ...messages } = body;
  return [messages, code];
};

/**
 * Converts the body of a failed response to the text for users, by the rules of the specification's section 8, and to messages by field for
 * a form, and to the code that the server gives the case.
 */
export function errorText(body: unknown): { text: string; code: string | null; fields: FieldErrors } {
  if (isHtml(body) || !isRecord(body) || Array.isArray(body)) return { text: GENERIC_FAILURE, code: null, fields: {} };
  const failure: Found = { lines: [], fields: {} };
  const [messages, code] = withoutNames(body);
  gather(messages, "", failure);
  return {
    text: failure.lines.join("\n") || GENERIC_FAILURE,
    code: typeof code === "string" ? code : null,
    fields: failure.fields,
  };
}
