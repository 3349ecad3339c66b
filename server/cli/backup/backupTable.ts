import type { CommandSpec, OptionSpec } from "../CommandSpec.ts";

const encryptionKey: OptionSpec = {
  value: "FILE",
  about: "the key file of an encrypted backup (or CLEW_BACKUP_KEY_FILE)",
  path: "file",
};
const verify: CommandSpec = {
  summary: "read and check all data, or those of a backup",
  usage: ["verify [BACKUP] [--encryption-key FILE]"],
  about: "Reads everything, of the installation or of a backup, and counts and sums it.",
  options: { "encryption-key": encryptionKey },
  path: "file",
  isOperator: true,
};

/** Commands for the operator of a server, which `backupCommand` runs. `CLEW_DATA` and `DATABASE_URL` name the installation. */
export const BACKUP_COMMANDS: Readonly<Record<string, CommandSpec>> = {
  backup: {
    summary: "a snapshot of all data",
    usage: [
      "backup FOLDER|FILE.tar [--encryption-key FILE] [--with-key] [--without-blobs] [--since EARLIER | --whole]",
    ],
    about: "A snapshot of all data, also while the server runs; parts that an earlier backup has are linked to it.",
    options: {
      "encryption-key": encryptionKey,
      "with-key": { about: "the backup includes the master key" },
      "without-blobs": { about: "the backup has no index: the next sync rebuilds it" },
      since: { value: "EARLIER", about: "the backup whose parts are linked", path: "folder" },
      whole: { about: "no part is linked to an earlier backup" },
      "encryption-secret": { value: "SECRET", about: "", isHidden: true },
    },
    path: "file",
    isOperator: true,
  },
  verify,
  restore: {
    summary: "fill an empty installation from a backup",
    usage: ["restore BACKUP [--encryption-key FILE] [--key FILE | --without-key]"],
    about: "Into the empty folder CLEW_DATA, and the empty database DATABASE_URL where that is set.",
    options: {
      "encryption-key": encryptionKey,
      key: { value: "FILE", about: "the master key of the backup", path: "file" },
      "without-key": { about: "stored credentials are left behind" },
    },
    path: "file",
    isOperator: true,
  },
  db: {
    summary: "copy a stopped installation",
    usage: ["db copy --to postgres://…|FOLDER"],
    about: "From the stopped installation of CLEW_DATA and DATABASE_URL into an empty one.",
    options: { to: { value: "TARGET", about: "the empty database or folder", path: "folder" } },
    words: ["copy"],
    isOperator: true,
  },
  blobs: {
    summary: "copy the blobs of the index to another store",
    usage: ["blobs copy --to files|database|s3"],
    about: "Copies the blobs of the index to the store that CLEW_BLOBS will name.",
    options: { to: { value: "STORE", about: "the store", choices: ["files", "database", "s3"] } },
    words: ["copy"],
    isOperator: true,
  },
};
