import type { Expert } from "../../contract/people/experts.ts";

/** Whether a person's calendar has an appointment at the time at which it was read. */
export const isBusyNow = ({ busy, as_of }: NonNullable<Expert["availability"]>): boolean =>
  busy.some(({ start, end }) => start <= as_of && as_of < end);
