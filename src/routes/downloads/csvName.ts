/** The name of an exported file: what it contains and when it was exported, without characters that file systems refuse. */
export const csvName = (content: string): string =>
  `${content}-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.csv`;
