/** Values of custom fields as texts that columns can number. */
import type { IssueCustomField } from "../../../contract/issues/issueWorkflow.ts";

const UNIT = "\u001f";

export interface FieldValue {
  readonly type: IssueCustomField["type"];
  readonly name: string;
  readonly value: string;
}

/** One text for a value of a field, which `fieldOfText` reads. The sign between its parts is in no name of a field. */
export const fieldText = ({ type, name }: IssueCustomField, value: string | number): string =>
  [type, name.replaceAll(UNIT, " "), String(value)].join(UNIT);

export function fieldOfText(text: string): FieldValue {
  const [type = "text", name = "", ...value] = text.split(UNIT);
  return { type: type as FieldValue["type"], name, value: value.join(UNIT) };
}
