/** An address that may be opened in a tab: http or https. Links from a host are untrusted. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
