import { copyText } from "../browser/copyText.ts";

/** The address of the page without one-time tokens of invitations and password resets: a report is passed on to others. */
const address = (): string => window.location.href.replaceAll(/([?&#][^=&#]*(?:token|code|state)=)[^&#]*/gi, "$1…");

/** Copies the details of an error with the address of the page and the time. False where the browser does not allow it. */
export const copyErrorReport = (details: string): Promise<boolean> =>
  copyText([details, address(), new Date().toISOString()].join("\n"));
