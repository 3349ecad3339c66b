/** Letters of a name that an address has at most. */
const MAX_WORDS = 60;
/** Enough of an id to tell the people of a project apart. */
const SHORT_ID = 8;

/** A name as words of an address: letters and digits in lower case, joined by hyphens. */
export const nameInAddress = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, MAX_WORDS);

/** The last letters and digits of a person's id, without the kind of a key such as `account:`. */
export const shortPersonId = (id: string): string =>
  id
    .slice(id.indexOf(":") + 1)
    .replaceAll(/[^a-z\d]/gi, "")
    .slice(-SHORT_ID);

/** How the address of a person's page names them, such as `ada-byron-1f2e3d4c`. `id` may be that of any account of theirs. */
export const personAddress = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  [nameInAddress(name), shortPersonId(id)].filter((part) => part !== "").join("-");

/** The name and the short id of such an address; both are guesses for an address of another form. */
export function partsOfPersonAddress(address: string): { readonly name: string; readonly shortId: string } {
  const at = address.lastIndexOf("-");
  return { name: nameInAddress(address.slice(0, Math.max(0, at))), shortId: address.slice(at + 1).toLowerCase() };
}
