/** Writes a text to the clipboard. False where the browser does not allow it (no permission, or a page without https). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // the caller reports it to the user
  }
}
