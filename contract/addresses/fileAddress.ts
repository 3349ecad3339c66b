/** A path whose names are percent-encoded. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** The app's router matches no address with one of these, also percent-encoded. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * Where the address of the code page has the path of a file or folder: below the repository, `/-/src/a.ts`, or, with a line break, in the
 * query.
 * @param path empty: the root
 */
export function fileInAddress(path: string): { readonly segments: string; readonly query: { readonly path?: string } } {
  if (path === "") return { segments: "", query: {} };
  if (LINE_BREAK.test(path)) return { segments: "", query: { path } };
  return { segments: `/-/${encodePath(path)}`, query: {} };
}
