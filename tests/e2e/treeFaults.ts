/** Roles whose element needs a name: without one a screen reader says the role alone. */
const NAMED = new Set([
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "tab",
  "option",
  "menuitem",
  "treeitem",
  "dialog",
  "region",
  "img",
]);
const LANDMARKS = new Set(["banner", "navigation", "main", "complementary", "contentinfo", "region", "search", "form"]);
/** `- button "Save" [disabled]:`, as Playwright's `ariaSnapshot` writes it. A name that YAML cannot hold is inside of quotes. */
const NODE = /^(\s*)- '?(\w+)(?: ("(?:[^"\\]|\\.)*"|\/.*\/))?((?: \[[^\]]*\])*)'?(:.*)?$/;

interface Node {
  readonly role: string;
  readonly name: string | undefined;
  readonly level: number | undefined;
  readonly hasContent: boolean;
}

const nodesOf = (snapshot: string): Node[] =>
  snapshot.split("\n").flatMap((line) => {
    const [, , role, name, states = "", rest] = NODE.exec(line) ?? [];
    if (role === undefined) return [];
    const level = /\[level=(\d)\]/.exec(states)?.[1];
    return [{ role, name, level: level === undefined ? undefined : Number(level), hasContent: rest !== undefined }];
  });

/** What is wrong in an accessibility tree: controls without a name, headings that leave a level out, landmarks that are named alike. */
export function treeFaults(snapshot: string): string[] {
  const nodes = nodesOf(snapshot);
  const unnamed = nodes
    .filter(({ role, name, hasContent }) => NAMED.has(role) && name === undefined && !(role === "link" && hasContent))
    .map(({ role }) => `${role} without a name`);
  const levels = nodes.flatMap(({ level }) => level ?? []);
  const jumps = levels.flatMap((level, at) => {
    const before = levels[at - 1] ?? 0;
    return level > before + 1 ? [`heading of level ${level} after level ${before}`] : [];
  });
  const landmarks = nodes
    .filter(({ role }) => LANDMARKS.has(role))
    .map(({ role, name }) => `${role} ${name ?? ""}`.trim());
  const twice = landmarks.filter((landmark, at) => landmarks.indexOf(landmark) !== at);
  return [...unnamed, ...jumps, ...twice.map((landmark) => `two landmarks: ${landmark}`)];
}
