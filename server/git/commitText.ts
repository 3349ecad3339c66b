/** Characters of a commit's subject that an answer has. */
export const MAX_SUBJECT_LENGTH = 300;
/** Characters of the name of an author or committer that an answer has. Persons are found by the whole name. */
export const MAX_NAME_LENGTH = 200;
const MAX_UTF8_BYTES = 4;

/** Git sets no limit for a subject: a longer one ends with an ellipsis. */
export const shortSubject = (subject: string): string => shorten(subject, MAX_SUBJECT_LENGTH);

/** Git sets no limit for a name: a longer one ends with an ellipsis. */
export const shortName = (name: string): string => shorten(name, MAX_NAME_LENGTH);

/** A subject in git's output. No more bytes are decoded than it may have, so that a cached answer does not keep the rest. */
export const decodeSubject = (bytes: Buffer): string =>
  shortSubject(bytes.toString("utf8", 0, (MAX_SUBJECT_LENGTH + 1) * MAX_UTF8_BYTES).toWellFormed());

const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
