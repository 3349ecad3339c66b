const WEB_ADDRESS = /^https?:\/\//i;

/** The `href` of an address from a host or a user: undefined unless it is http or https. An `<a>` without it is text. */
export const webHref = (url: string | null | undefined): string | undefined =>
  url !== null && url !== undefined && WEB_ADDRESS.test(url) ? url : undefined;
