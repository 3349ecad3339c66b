import { parseMailmaps } from "../../../server/engines/identities/mailmap.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

export const target: Target = {
  promise: "Each person is answered with texts, an address in lower case where a line names it; nothing is thrown.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    const properOf = parseMailmaps(text.split("\u0000"));
    const named = [...text.matchAll(/([^<>\n]*)<([^<>\n]*)>/g)].slice(0, 20);
    const persons = [
      { name: "Ada", email: "ADA@example.org" },
      { name: "constructor", email: "__proto__" },
      ...named.map(([, name = "", email = ""]) => ({ name: name.trim(), email })),
    ];
    return persons.flatMap((person) => {
      const { name, email } = properOf(person);
      promise(typeof name === "string" && typeof email === "string", "A person has no name or address.");
      promise(email === person.email || email === email.toLowerCase(), "An address is not in lower case.");
      return [name, email];
    });
  },
};
