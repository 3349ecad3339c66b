/** Properties that a picture needs written into it: outside of the page there are no custom properties and no style sheets. */
const KEPT = [
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

/** The chart as it looks now, as an SVG document that stands on its own. */
export function chartAsSvg(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const drawn = [chart, ...chart.querySelectorAll<SVGElement>("*")];
  const copied = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  copied.forEach((element, i) => {
    const source = drawn[i];
    if (!source) return;
    const looks = getComputedStyle(source);
    for (const name of KEPT) element.style.setProperty(name, looks.getPropertyValue(name));
    element.removeAttribute("class");
    element.removeAttribute("tabindex");
  });
  copy.style.setProperty("background", getComputedStyle(document.body).backgroundColor);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** Saves a chart under a name; PNG in twice its size, so that it is sharp in a document. */
export async function saveChart(chart: SVGSVGElement, name: string, form: "svg" | "png"): Promise<void> {
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chartAsSvg(chart))}`;
  if (form === "svg") {
    save(address, `${name}.svg`);
    return;
  }
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { width, height } = chart.getBoundingClientRect();
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext("2d");
  context?.scale(2, 2);
  context?.drawImage(image, 0, 0, width, height);
  save(canvas.toDataURL("image/png"), `${name}.png`);
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
