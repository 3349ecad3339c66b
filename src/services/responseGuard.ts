import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { isFields } from "./parseResponse.ts";
import { err, type Result } from "./result.ts";

/*
 * The calls that the specification does not name have answers that only our contract describes. A host written from the specification may
 * answer them with anything, and an incomplete answer is a failure like one that is no JSON: the screen shows an error and keeps working.
 * The shapes cover what the screens access (lists, objects, displayed texts, formatted times) and no more; development and tests check
 * answers against the whole contract (contractCheck.ts). zod is not part of the first load.
 */

/** Whether a value has the type that the screens expect. */
export type Guard = (value: unknown) => boolean;

export const string: Guard = (value) => typeof value === "string";
export const number: Guard = (value) => typeof value === "number" && Number.isFinite(value);
export const boolean: Guard = (value) => typeof value === "boolean";
/** A timestamp, or a day, as text. */
export const timestamp: Guard = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
export const nullable =
  (shape: Guard): Guard =>
  (value) =>
    value === null || shape(value);
export const arrayOf =
  (shape: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** An object with these fields, and possibly others. */
export const object =
  (shapes: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    isFields(value) && Object.entries(shapes).every(([name, shape]) => shape(value[name]));

/** The response, if it has the shape; otherwise the failure of an invalid response. */
export async function validate<T>(shape: Guard, asked: Promise<Result<T>>): Promise<Result<T>> {
  const result = await asked;
  if (!result.success || shape(result.data)) return result;
  return err({ kind: "bad_response", text: GENERIC_FAILURE, status: 200, fields: {}, requestId: null });
}
