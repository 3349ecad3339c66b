/** An address that a browser may open in a tab: http or https. What a host answers is not to be trusted with a link. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
