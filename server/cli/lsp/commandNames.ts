/** Commands of `workspace/executeCommand`. */
export const EDITOR_COMMANDS = { places: "clew.whereIs", people: "clew.experts", link: "clew.linkToLines" } as const;

/** The kind of the code actions; editors filter by it. */
export const ACTION_KIND = "clew";
