/** What reports at Bitbucket Cloud and at Bitbucket Data Center have in common. */
import type { WriterAccount } from "../../connector/writerTypes.ts";

/** Characters of a title or a summary, and of details, that Bitbucket shows. */
export const MAX_LINE = 450;
export const MAX_DETAILS = 2000;
/** Prefix of the ids of reports, annotations and build statuses, which Bitbucket compares. */
export const REPORT_PREFIX = "clew-";
/** What an access token of a repository is called: it has no user. */
export const TOKEN_ACCOUNT: WriterAccount = { id: "access token", name: "access token" };

export const cutText = (text: string, length: number): string => Array.from(text).slice(0, length).join("");
