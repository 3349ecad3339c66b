/** Checks rows of answers that are shown without a request of the user: a malformed one is left out. */
import { isRecord } from "../../../src/domain/isRecord.ts";

/** Whether a value is a row with these texts. */
export const hasTexts = <Name extends string>(row: unknown, names: readonly Name[]): row is Record<Name, string> =>
  isRecord(row) && names.every((name) => typeof row[name] === "string");

/** The rows of a list that have these texts; none where it is no list. */
export const rowsWith = <Row, Name extends string>(
  list: readonly Row[],
  names: readonly Name[],
): (Row & Record<Name, string>)[] =>
  Array.isArray(list)
    ? (list as readonly Row[]).filter((row): row is Row & Record<Name, string> => hasTexts(row, names))
    : [];
