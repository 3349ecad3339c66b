import { FORMAT_OPTIONS } from "../commandOptions.ts";
import type { CommandSpec } from "../CommandSpec.ts";

/** `clew doctor`, which `doctorCommand` runs. */
export const DOCTOR_COMMANDS: Readonly<Record<string, CommandSpec>> = {
  doctor: {
    summary: "check the configuration of a server on this machine",
    usage: ["doctor [--env-file FILE] [--mail ADDRESS] [--format FORMAT]"],
    about:
      "Checks the machine, the settings, the data folder, the database, the master key, the public address with its proxy, mail, the object store and the hosts of linked sources, and says what to do. It changes no data, and prints no secret.\nStatus 0: nothing failed. 1: something failed.",
    options: {
      "env-file": {
        value: "FILE",
        about: "reads the settings of the server from a file of lines NAME=value, such as /etc/clew/clew.env",
        path: "file",
      },
      mail: { value: "ADDRESS", about: "also sends a test mail to this address" },
      ...FORMAT_OPTIONS,
    },
    columns: ["check", "state", "says", "advice"],
    isOperator: true,
  },
};
