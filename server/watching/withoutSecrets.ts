/**
 * Takes out of a text what could be somebody's: addresses, tokens, and whatever stands in quotation marks, which in the message of a failure
 * is a value (a row of a table, a line of code, a file's name) and never our own word. Rather too much than too little.
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[address]")
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[url]")
    .replaceAll(/\((?:[^()]*)\)=\([^)]*\)/g, "[value]")
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|“[^”]*”/g, "[value]")
    .replaceAll(/\b[\w-]*[A-Za-z\d_-]{24,}[\w-]*/g, "[long]");
}

/** Names of settings and headers whose values nobody but the operator may see. */
const PRIVATE = /secret|password|token|key|url|from|email|client|credential|smtp/i;

/** Settings for somebody else: what is private says only that it is set; lists and numbers stay. */
export function settingsWithoutSecrets(value: unknown, name = ""): unknown {
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (Array.isArray(value)) return value.map((item: unknown) => settingsWithoutSecrets(item, name));
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, settingsWithoutSecrets(one, inner)]));
  }
  return PRIVATE.test(name) ? "[set]" : withoutSecrets(String(value as string));
}
