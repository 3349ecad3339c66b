import type { KyselyPlugin } from "kysely";
import type { Migration } from "kysely/migration";
import { MIGRATIONS } from "../../../server/db/migrate.ts";

/** Every migration; `onStatement` is called after each of its statements, counted from 1 within the migration. */
export function migrationsWith(
  onStatement: (migration: string, count: number) => Promise<void> | void,
): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, { up }]) => {
      let count = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          count += 1;
          await onStatement(name, count);
          return result;
        },
      };
      return [name, { up: (db) => up(db.withPlugin(plugin)) }];
    }),
  );
}
