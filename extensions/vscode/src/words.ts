/** Messages in the editor's language: the English one is the key, as in the editor's own localization. */
import type { ClientError } from "./ClewClient.ts";

export type Words = (message: string, ...values: (string | number)[]) => string;

/** The error and what to do about it. The server's own message is used where it is more specific. */
export function errorMessage(t: Words, { kind, message }: ClientError, address: string): string {
  switch (kind) {
    case "unreachable":
      return t("The Clew server at {0} does not answer.", address);
    case "notClew":
      return t("What answers at {0} is no Clew server, or one of another version.", address);
    case "signedOut":
      return message || t("Sign in to Clew again.");
    case "refused":
      return message || t("This token does not allow it.");
    case "notFound":
      return message || t("It is not there (any more).");
    case "limited":
      return message || t("Too many calls. Try again in a minute.");
    case "failed":
      return message || t("Something went wrong at the server.");
  }
}

/** Why a file is in the list, by the code of the reason. */
export const reasonWords = (t: Words): Readonly<Record<string, string>> => ({
  words: t("Shares rare words with the report"),
  title: t("Fits the words of the title"),
  definition: t("Defines something that the report talks about"),
  identifier: t("Defines or uses names of the report"),
  chunk: t("Has a passage that reads like the report"),
  path: t("The report names this path"),
  file_name: t("Its file name matches words of the report"),
  trace: t("Is in the stack trace of the report"),
  history: t("Was changed by commits about similar things"),
  recency: t("Was changed recently"),
  directory: t("Its folder fits the words of the report"),
  size: t("Is large, so more can go wrong in it"),
  feedback: t("People said right or wrong about it for similar reports"),
  penalty: t("Pushed down"),
});

/** Why a person is recommended. */
export const expertWords = (t: Words): Readonly<Record<string, string>> => ({
  files: t("Changed these files"),
  folders: t("Changed files next to them"),
  similar: t("Made changes that read like this"),
  reviews: t("Reviewed, merged or helped with changes there"),
  issues: t("Worked on similar issues"),
  pages: t("Wrote pages about these files"),
  activity: t("Works on the project"),
  recency: t("Was active lately"),
  care: t("Reviews and merges in the project"),
  away: t("Has been away while the project continued"),
});
