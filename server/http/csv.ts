/** One line of CSV (RFC 4180: CRLF, quotes doubled), ended. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/**
 * A cell that a spreadsheet does not take for a formula (OWASP, "CSV injection"): a text that begins like one gets an apostrophe.
 * A number stays a number, also below zero.
 */
function cell(text: string): string {
  const isNumber = text !== "" && Number.isFinite(Number(text));
  // The wide forms are formulas where Chinese and Japanese are typed.
  const safe = !isNumber && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
