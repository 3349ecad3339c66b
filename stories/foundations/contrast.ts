/** The sRGB channels, 0 to 255, of an opaque colour in any CSS notation: computed styles hold `rgb()` as well as `oklch()`. */
function channels(color: string): number[] {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) throw new Error("The browser has no 2D canvas.");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two computed colours: 1 to 21. AA requires 4.5 for text and 3 for other content. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
