/** The skeleton of a folded panel (`FoldPanel`), as high as its title and its line of text: 67.39 px. */
export const FOLDED = { shape: "rows", count: 1, height: "4.212rem" } as const;
