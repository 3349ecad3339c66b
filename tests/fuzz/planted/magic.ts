/** Breaks behind five bytes in a row, each compared on its own, and a text: blind changes meet them once in many billions of runs. */
export function readMagic(bytes: Uint8Array): string {
  if (bytes[0] !== 0xc1) return "no magic";
  if (bytes[1] !== 0x3e) return "first byte alone";
  if (bytes[2] !== 0x77) return "two bytes";
  if ((bytes[3] ?? 0) < 0xf0) return "three bytes";
  const name = Buffer.from(bytes.subarray(4, 10)).toString("latin1");
  if (name === ["thr", "ead"].join("")) throw new RangeError("planted");
  return name;
}
