import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { isFields } from "./readAnswer.ts";
import { fail, type Result } from "./result.ts";

/*
 * The calls that the specification does not name have answers that only our contract describes. A host written from the specification may
 * answer them with anything, and an incomplete answer is a failure like one that is no JSON: the screen shows an error and keeps working.
 * The shapes cover what the screens access (lists, objects, displayed texts, formatted times) and no more; development and tests check
 * answers against the whole contract (contractCheck.ts). zod is not part of the first load.
 */

/** Whether a value has the type that the screens expect. */
export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === "string";
export const number: Shape = (value) => typeof value === "number" && Number.isFinite(value);
export const flag: Shape = (value) => typeof value === "boolean";
/** A timestamp, or a day, as text. */
export const moment: Shape = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);
export const list =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
/** An object with these fields, and possibly others. */
export const parts =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isFields(value) && Object.entries(shapes).every(([name, shape]) => shape(value[name]));

/** The response, if it has the shape; otherwise the failure of an invalid response. */
export async function whole<T>(shape: Shape, asked: Promise<Result<T>>): Promise<Result<T>> {
  const result = await asked;
  if (!result.success || shape(result.data)) return result;
  return fail({ kind: "bad_response", text: GENERIC_FAILURE, status: 200, fields: {}, requestId: null });
}
