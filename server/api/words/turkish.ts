/** The server's sentences in Turkish, by the English ones. `{}` stands for what changes, `{1}` for the first of them. */
export const TURKISH: Readonly<Record<string, string>> = {
  "This field is required": "Bu alan zorunludur",
};
