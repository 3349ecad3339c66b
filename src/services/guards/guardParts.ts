import { isRecord } from "../../domain/isRecord.ts";

/*
 * The parts of the guards that the build generates from the contract (scripts/vite/endpointModules.ts). zod is not part of the first load.
 */

/** Whether a value has the structure that the contract describes. */
export type Guard = (value: unknown) => boolean;

export const string: Guard = (value) => typeof value === "string";
export const number: Guard = (value) => typeof value === "number" && Number.isFinite(value);
export const boolean: Guard = (value) => typeof value === "boolean";
/** A timestamp, or a day, as text. */
export const timestamp: Guard = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
export const literal =
  (constant: unknown): Guard =>
  (value) =>
    value === constant;
export const nullable =
  (guard: Guard): Guard =>
  (value) =>
    value === null || guard(value);
export const optional =
  (guard: Guard): Guard =>
  (value) =>
    value === undefined || guard(value);
export const anyOf =
  (...guards: readonly Guard[]): Guard =>
  (value) =>
    guards.some((guard) => guard(value));
export const arrayOf =
  (guard: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.every(guard);
export const recordOf =
  (guard: Guard): Guard =>
  (value) =>
    isRecord(value) && Object.values(value).every(guard);
/** An object with these fields, and possibly others. */
export const object =
  (guards: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    isRecord(value) && Object.entries(guards).every(([name, guard]) => guard(value[name]));
