/** Maximum size of a copied prompt in tokens, by `estimateTokens`. */
export const PROMPT_LIMIT = 4000;
