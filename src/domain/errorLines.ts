/** The server's key for messages without a field. */
export const NO_FIELD = "non_field_errors";

/** A line "field: message" of a failed response, without the key where the message belongs to no field. */
export const withoutNoField = (line: string): string =>
  line.startsWith(`${NO_FIELD}: `) ? line.slice(NO_FIELD.length + 2) : line;

/** The names with which the server begins a line, nested ones too: they have small letters, where a sentence begins with a capital. */
const WIRE_NAMES = /^[a-z][a-z0-9_]*(?: -> [a-z0-9_]+)*: /;

/** A line "field: message" with the label of the field in place of its name in the API. */
export const withLabel = (line: string, label: string): string =>
  line.replace(WIRE_NAMES, () => `${label.replace(/ \([^()]*\)$/, "")}: `);
