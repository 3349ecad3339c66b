/** The skeleton of a folded panel, as high as its title and its line of text. */
export const FOLDED = { shape: "rows", count: 1, height: "3.625rem" } as const;
