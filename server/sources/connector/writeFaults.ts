/** Why a change is not sent, or was not taken. */
import { message } from "../../messages/messages.ts";
import { SourceError } from "../SourceError.ts";

/** The tracker has another value than the member saw. @param now as the tracker calls it; "" for none */
export const changedMeanwhile = (host: string, now: string): SourceError =>
  new SourceError(
    "changed_meanwhile",
    now === "" ? message("write.emptied_meanwhile", { host }) : message("write.changed_meanwhile", { host, now }),
  );

/** The tracker does not have a value for this issue and account. */
export const notOffered = (host: string, name: string): SourceError =>
  new SourceError("not_offered", message("write.not_offered", { host, name }));

/** The host reported success and has left a part of the change out, as it does without permission. */
export const notTaken = (host: string, name: string): SourceError =>
  new SourceError("not_taken", message("write.not_taken", { host, name }));

/** The tracker has no such field for this issue. */
export const noField = (host: string): SourceError =>
  new SourceError("not_offered", message("write.no_field", { host }));

/** The account is not the one that the member was shown. */
export const accountChanged = (now: string): SourceError =>
  new SourceError("account_changed", message("write.account_changed", { now }));

/** A name as a part of a path. @throws SourceError for the names that a path has another meaning for, which encoding leaves as they are */
export function pathPart(host: string, name: string): string {
  if (name === "." || name === "..") throw notOffered(host, name);
  return encodeURIComponent(name);
}

/** @throws SourceError for an id that is no positive whole number: to a host it might mean none */
export function requireNumber(host: string, id: string): void {
  if (!/^[1-9]\d*$/.test(id)) throw notOffered(host, id);
}
