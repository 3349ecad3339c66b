import { z } from "zod";
import { databaseFindings } from "../doctor/databaseFindings.ts";
import { hostFindings } from "../doctor/hostFindings.ts";
import { command } from "./command.ts";

/** What `clew doctor` asks the server that has the embedded database. */
export const checkCommands = {
  "database check": command(
    "the database, its clock and migrations, the master key and the stored secrets; clew doctor checks everything",
    z.strictObject({}),
    async ({ rotation: { database, keys } }) => databaseFindings({ database, keys }),
  ),
  "hosts check": command(
    "the hosts of linked sources and of identity providers: name, connection, certificate and clock",
    z.strictObject({}),
    async ({ db, settings }) => hostFindings(db, settings),
  ),
};
