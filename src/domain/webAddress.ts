const WEB_ADDRESS = /^https?:\/\//i;

/** The `href` of an address from a host or a user: undefined unless it is http or https. An `<a>` without it is text. */
export const webHref = (url: string | null | undefined): string | undefined =>
  url !== null && url !== undefined && WEB_ADDRESS.test(url) ? url : undefined;

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether only programs of the machine itself reach an address. */
export const isLoopback = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
