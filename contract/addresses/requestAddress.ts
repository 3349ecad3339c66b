const READABLE = /^[#!]?(\d{1,9})$/;

/** How the address of a request's page names it: its number, or its id where another request of the project has the same number. */
export const requestAddress = (
  { id, number }: { readonly id: string; readonly number: number },
  isShared: boolean,
): string => (isShared ? id : String(number));

/** The number that `12`, `#12` or `!12` is; null for another text, such as an id. */
export function numberOfAddress(name: string): number | null {
  const number = READABLE.exec(name.trim())?.[1];
  return number === undefined ? null : Number(number);
}
