export interface NameAndEmail {
  readonly name: string;
  readonly email: string;
}

interface Rule {
  readonly name: string;
  readonly email: string;
  readonly oldName: string;
}

/**
 * `Proper <proper@x> Old <old@x>` in its four forms; `#` begins a comment. White space stays at the names: an expression that also looked for
 * it would try each way to share a long run of it.
 */
const LINE = /^([^<#]*)<([^>]*)>(?:([^<#]*)<([^>]*)>)?/;

/**
 * Reads a `.mailmap`, in which maintainers map the names and addresses of a history to people.
 * @returns the proper name and address; a signature without a matching line is returned unchanged. Addresses are compared and returned in
 * lower case.
 */
export function parseMailmap(text: string): (person: NameAndEmail) => NameAndEmail {
  const byEmail = new Map<string, Rule[]>();
  for (const line of text.split(/\r?\n/)) {
    const match = LINE.exec(line);
    if (!match || /^\s*#/.test(line)) continue;
    const [, name = "", email = "", oldName = "", oldEmail] = match;
    const key = (oldEmail ?? email).toLowerCase();
    const rule = { name: name.trim(), email: email.toLowerCase(), oldName: oldName.trim().toLowerCase() };
    const same = byEmail.get(key);
    if (same) same.push(rule);
    else byEmail.set(key, [rule]);
  }
  return (person) => {
    const rules = byEmail.get(person.email.toLowerCase());
    if (!rules) return person;
    // A line with the old name is meant for that name alone and goes before one for the address.
    const rule =
      rules.findLast(({ oldName }) => oldName !== "" && oldName === person.name.toLowerCase()) ??
      rules.findLast(({ oldName }) => oldName === "");
    return rule ? { name: rule.name || person.name, email: rule.email || person.email.toLowerCase() } : person;
  };
}

/** Several mailmaps as one: each maps the result of the previous one. */
export function parseMailmaps(texts: readonly string[]): (person: NameAndEmail) => NameAndEmail {
  const maps = texts.map(parseMailmap);
  return (person) => maps.reduce((mapped, map) => map(mapped), person);
}
