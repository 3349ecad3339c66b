const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

/**
 * An error of a library without its message, which may quote a header's value. What identifies the cause stays: the names, the codes and
 * the places in the code of it and of its causes.
 */
export function libraryFailure(error: unknown, depth = 0): Error {
  if (!(error instanceof Error)) return new Error("thrown value is not an error");
  const code = "code" in error && typeof error.code === "string" && CODE.test(error.code) ? error.code : null;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const cause = inner instanceof Error && depth < 5 ? libraryFailure(inner, depth + 1) : undefined;
  const plain = new Error(code ?? error.name, cause && { cause });
  if (code !== null) Object.assign(plain, { code });
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at (?:[^"'`]*)$/.test(line));
  plain.name = error.name;
  plain.stack = [`${plain.name}: ${plain.message}`, ...frames].join("\n");
  return plain;
}
