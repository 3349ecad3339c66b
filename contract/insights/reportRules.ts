/** Rules of reports for both sides. Free of zod, so that the web app may import it. */

/** Reports of one company and of one owner, receivers of one report, archived runs of one report and receiver, and values of one filter. */
export const REPORT_LIMITS = { ofCompany: 500, ofOwner: 50, receivers: 100, kept: 30, filters: 100 } as const;

/** `workday`: Monday to Friday. */
export const REPORT_INTERVALS = ["day", "workday", "week", "month"] as const;
/** Files of a mail next to its text. PDF and PNG need a browser on the server. */
export const REPORT_FILES = ["pdf", "png", "csv"] as const;
export type ReportFile = (typeof REPORT_FILES)[number];
/** How a run is read from the archive. */
export const ARCHIVE_FORMATS = ["html", "csv", "json", "pdf", "png"] as const;
export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];
/** `left`: the receiver may not see the page any more, or has no mail of it. */
export const REPORT_STATES = ["waiting", "sent", "kept", "left", "failed"] as const;
export type ReportState = (typeof REPORT_STATES)[number];
