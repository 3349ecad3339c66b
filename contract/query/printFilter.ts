/** The parser ends a value in quotes at each of them. */
const QUOTES = /["“”„]/g;

/**
 * A filter with its value in quotes where it would not be parsed as one value otherwise. A value in quotes can have no quotation mark: a star, which
 * is any text, is written for it.
 */
export const printFilter = (name: string, value: string): string =>
  `${name}:${/[\s()"“”„]|^:|^\/\//.test(value) ? `"${value.replaceAll(QUOTES, "*")}"` : value}`;
