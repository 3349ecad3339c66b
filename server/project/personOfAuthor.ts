import { isBotAccount } from "../isBotAccount.ts";
import type { Person } from "../../contract/fieldSchemas.ts";
import { loginOf } from "../engines/identities/identityKeys.ts";
import { shortName } from "../git/commitText.ts";
import { authorKey } from "../engines/identities/knownIdentities.ts";

/** An author of stored commits. */
interface StoredAuthor {
  readonly author_id: number;
  readonly author: string;
  readonly email: string;
  /** What a user said; null where the rules decide. */
  readonly is_bot: boolean | null;
}

/** The person with a stored signature, without an index: a person's page is found by the key of each identity. Null for a bot. */
export const personOfAuthor = ({ author_id: id, author: name, email, is_bot: isBot }: StoredAuthor): Person | null =>
  (isBot ?? isBotAccount(name, email))
    ? null
    : {
        id: authorKey(id),
        name: shortName(name),
        email: email.includes("@") && loginOf(email) === null ? email : null,
        avatar_url: null,
      };
