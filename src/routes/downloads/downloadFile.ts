/** How long an address of bytes in memory stays valid: browsers read it after the click that opens it. */
export const REVOKE_DELAY_MS = 60_000;

/** Downloads bytes or a text as a file. @param type its media type */
export function downloadFile(content: BlobPart, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
