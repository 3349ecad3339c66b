import type { Plugin } from "vite";

/**
 * Removes `readonly` from array types before react-docgen reads a component: it does not know the operator and documents such a type as
 * `unknown`. Types do not exist at run time, so the component is the same. Spaces keep every position.
 */
export const withoutReadonly = (): Plugin => ({
  name: "clew:without-readonly",
  enforce: "pre",
  transform: (code, id) =>
    /\/src\/components\/.*\.tsx$/.test(id)
      ? { code: code.replaceAll(/(?<=[:|(<] ?)readonly (?=[\w({])/g, (word) => " ".repeat(word.length)), map: null }
      : null,
});
