import { isLoopbackHost } from "../../contract/sources/isLoopbackHost.ts";

const WEB_ADDRESS = /^https?:\/\//i;

/** The `href` of an address from a host or a user: undefined unless it is http or https. An `<a>` without it is text. */
export const webHref = (url: string | null | undefined): string | undefined =>
  url !== null && url !== undefined && WEB_ADDRESS.test(url) ? url : undefined;

/** Whether only programs of the machine itself reach an address. */
export const isLoopback = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
