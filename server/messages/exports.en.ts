/** English texts about exports of data, as ICU MessageFormat. */
export const ENGLISH_EXPORTS = {
  "export.admins_only": "Only Admins of a company may export its data.",
  "export.no_table": "There is no such table. Choose one of: {known}.",
  "export.running": "A file of this company is being exported. Wait until it is complete.",
  "export.too_many": "Too many files were exported in this hour. Try again later.",
} as const;
