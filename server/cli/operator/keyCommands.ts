import { z } from "zod";
import { masterKeyFingerprint } from "../../access/keys/KeyRing.ts";
import { rotateKey } from "../../access/keys/keyRotation.ts";
import { CannotStart } from "../../errors.ts";
import { command } from "./command.ts";
import { OperatorError } from "./options.ts";

export const keyCommands = {
  "key rotate": command(
    "replaces the master key and seals every stored credential and waiting mail with the new one, while the server runs",
    z.strictObject({}),
    async ({ rotation }) => {
      try {
        const { sealed, unreadable, previousFile } = await rotateKey(rotation);
        return [
          {
            key: masterKeyFingerprint(rotation.keys.current).slice(0, 8),
            sealed_again: sealed,
            unreadable,
            next:
              previousFile === null
                ? "Restart every process without CLEW_MASTER_KEY_PREVIOUS, and keep the old key with the backups that were made before."
                : `Move ${previousFile} to where your backups from before are: they need it, and the server does not.`,
          },
        ];
      } catch (error) {
        if (error instanceof CannotStart) throw new OperatorError(error.message, { cause: error });
        throw error;
      }
    },
  ),
};
