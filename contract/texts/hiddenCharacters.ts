/**
 * Characters that a person does not see: zero width, marks of direction, the tags block, selectors of variants, soft hyphens, fillers and
 * controls, of which tab and line feed alone are kept.
 */
export const HIDDEN_CHARACTERS = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
