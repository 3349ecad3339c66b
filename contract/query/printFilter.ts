/** A filter with its value in quotes where it would not be parsed as one value otherwise. */
export const printFilter = (name: string, value: string): string =>
  `${name}:${/[\s()]|^:|^\/\//.test(value) ? `"${value}"` : value}`;
