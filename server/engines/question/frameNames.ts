/** Names that compilers give to what was written inside of a function: the function is in the first group. */
const MADE_INSIDE: readonly RegExp[] = [
  // C#: iterators and asynchronous methods, lambdas, local functions.
  /<(\w{1,100})>[dbg]__/,
  // Java and Scala: lambdas; Kotlin: functions with default values.
  /^lambda\$(\w{1,100}?)\$\d/,
  /\$anonfun\$(\w{1,100}?)\$\d/,
  /^(\w{1,100})\$default$/,
];
/** Methods that Kotlin makes of a lambda or a coroutine: the function is part of the name of its class. */
const MADE_METHOD = /^invoke(?:Suspend)?$/;
const FUNCTION_OF_CLASS = /\$([a-z]\w{0,99}?)\$\d/;
const NAME = /^[\p{L}_$~][\p{L}\p{Nd}_$]{0,119}[?!=]?$/u;

/**
 * The function of a frame without its class, module, arguments and type parameters: `close` of `block in Jar#close`,
 * `<acme::Jar as Lid>::close::h0123456789abcdef`, `new Jar.close [as shut]` and `Acme.Jar.close/1`. Null for what has no name, such as
 * `<module>` and `Object.<anonymous>`.
 *
 * @param owner the class where a runtime prints it apart
 */
export function functionInFrame(printed: string, owner = ""): string | null {
  for (const shape of MADE_INSIDE) {
    const inside = shape.exec(printed)?.[1];
    if (inside !== undefined) return inside;
  }
  if (MADE_METHOD.test(printed)) {
    const inside = FUNCTION_OF_CLASS.exec(owner)?.[1];
    if (inside !== undefined) return inside;
  }
  const bare = withoutBrackets(
    printed
      .replace(/ \[as [^\]]{0,120}\]/, "")
      .replace(/^.* in /, "")
      .replace(/^(?:(?:new|async|static) )+/, ""),
  )
    .replace(/::h[\da-f]{16}$/, "")
    .replaceAll(/(?:::|\.)\{+[^{}]{0,60}\}+/g, "")
    .replace(/\(.*$/s, "")
    .replace(/\/\d{1,3}$/, "");
  // A closure: the function around it is before the dot.
  const segments = bare.split(/[.#:\\]|->/).map((segment) => segment.trim());
  const last = segments.at(-1) ?? "";
  return NAME.test(last) ? last : null;
}

/** Type parameters may contain others. */
function withoutBrackets(name: string): string {
  let bare = name;
  for (let depth = 0; depth < 4; depth++) {
    const shorter = bare.replaceAll(/<[^<>]{0,200}>/g, "");
    if (shorter === bare) break;
    bare = shorter;
  }
  return bare;
}
