/** Resolves a relative address on the page `from`: the path and the part after `#`. Null for one that leaves the source. */
export function resolveRelative(from: string, href: string): { path: string; hash: string } | null {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return null;
  const [target = "", hash = ""] = href.split("#");
  const bare = target.split("?")[0] ?? "";
  let decoded: string;
  try {
    decoded = decodeURIComponent(bare);
  } catch {
    return null; // an invalid percent-encoding
  }
  const names = decoded.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const name of decoded.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return { path: names.join("/"), hash };
}
