/** The server's key for messages without a field. */
export const NO_FIELD = "non_field_errors";

/** A line "field: message" of a failed response, without the key where the message belongs to no field. */
export const withoutNoField = (line: string): string =>
  line.startsWith(`${NO_FIELD}: `) ? line.slice(NO_FIELD.length + 2) : line;
