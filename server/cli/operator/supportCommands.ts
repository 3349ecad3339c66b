import { z } from "zod";
import { makeSupportBundle } from "../../observability/supportBundle.ts";
import { command } from "./command.ts";

export const supportCommands = {
  "support bundle": command(
    "what a helper needs to know, without secrets, addresses or texts; best with --json",
    z.strictObject({}),
    async ({ db, settings, running }) =>
      (await makeSupportBundle({ db, settings, running })).map((line) => ({ ...line })),
  ),
};
