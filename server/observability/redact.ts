/**
 * Redacts what could be personal or secret: addresses, tokens, and everything in quotation marks, which in an error message is a value (a row
 * of a table, a line of code, a file's name) and never our own wording. Errs on the side of removing too much.
 */
export function redact(text: string): string {
  return text
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[address]")
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[url]")
    .replaceAll(/\((?:[^()]*)\)=\([^)]*\)/g, "[value]")
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|“[^”]*”/g, "[value]")
    .replaceAll(/\b[\w-]*[A-Za-z\d_-]{24,}[\w-]*/g, "[long]");
}

/**
 * Takes the values of `token`, `ticket`, `code`, `state` and `link` parameters, the messages of SAML, which name a user, and the token of an
 * invitation's path out of an address.
 */
export function redactTokens(url: string): string {
  return url
    .replaceAll(/([?&](?:[^=&]*token|ticket|code|state|link|saml(?:request|response))=)[^&#]*/gi, "$1redacted")
    .replace(/(\/oauth\/callback\/?\?).*$/i, "$1redacted")
    .replace(/(\/invitations\/)[0-9a-f-]{36}(?=\/?(?:\?|$))/i, "$1redacted");
}

/** Names of settings and headers whose values only the operator may see. */
const PRIVATE = /secret|password|token|key|url|from|email|client|credential|smtp/i;

/** Settings for support: of a private one only whether it is set; lists and numbers stay. */
export function settingsForSupport(value: unknown, name = ""): unknown {
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (Array.isArray(value)) return value.map((item: unknown) => settingsForSupport(item, name));
  if (typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([inner, setting]) => [inner, settingsForSupport(setting, inner)]),
    );
  }
  return PRIVATE.test(name) ? "[set]" : redact(String(value as string));
}
