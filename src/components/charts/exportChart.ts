/** Properties that are inlined into a saved image: custom properties and style sheets do not apply outside of the page. */
const COPIED_PROPERTIES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "color",
  "font-family",
  "font-size",
  "text-anchor",
] as const;

/** The chart as currently drawn, as a standalone SVG document. */
export function chartAsSvg(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const drawn = [chart, ...chart.querySelectorAll<SVGElement>("*")];
  const copied = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  copied.forEach((element, i) => {
    const source = drawn[i];
    if (!source) return;
    const style = getComputedStyle(source);
    for (const name of COPIED_PROPERTIES) element.style.setProperty(name, style.getPropertyValue(name));
    element.removeAttribute("class");
    element.removeAttribute("tabindex");
  });
  copy.style.setProperty("background", getComputedStyle(document.body).backgroundColor);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

const addressOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Twice the size, so that it is sharp in a document. */
const SCALE = 2;

/**
 * The chart as currently drawn, as a PNG in a data address. An image inside an image cannot use the page's fonts, so the texts are removed
 * from it and drawn onto the canvas separately.
 */
export async function chartAsPng(chart: SVGSVGElement): Promise<string> {
  const image = new Image();
  image.src = addressOf(chartAsSvg(chart).replaceAll(/<text\b.*?<\/text>/gs, ""));
  await image.decode();
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  const { left, top, width, height } = chart.getBoundingClientRect();
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  if (!context) return canvas.toDataURL("image/png");
  context.scale(SCALE, SCALE);
  context.drawImage(image, 0, 0, width, height);
  for (const label of chart.querySelectorAll("text")) {
    if (label.textContent === "" || label.getNumberOfChars() === 0) continue;
    // An axis renders its labels in a tspan that carries the styles.
    const style = getComputedStyle(label.querySelector("tspan") ?? label);
    const { x, y } = label.getStartPositionOfChar(0);
    // Each label of an axis is a separate SVG: only screen coordinates are common to all.
    const place = new DOMPoint(x, y).matrixTransform(label.getScreenCTM() ?? undefined);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.fill;
    context.fillText(label.textContent, place.x - left, place.y - top);
  }
  return canvas.toDataURL("image/png");
}

/** Saves a chart under a name. */
export async function exportChart(chart: SVGSVGElement, name: string, form: "svg" | "png"): Promise<void> {
  save(form === "svg" ? addressOf(chartAsSvg(chart)) : await chartAsPng(chart), `${name}.${form}`);
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
