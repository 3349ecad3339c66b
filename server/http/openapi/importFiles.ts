import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { API_PREFIX } from "../../../contract/constants.ts";
import { ImportItem } from "../../../contract/sources/imports.ts";
import { productFile } from "../../productFiles.ts";

/** What importers need, without a sign-in: the client of one file, and the JSON Schema of a line of a file. */
export function mountImportFiles(app: FastifyInstance): void {
  let client: string | undefined;
  app.get(`${API_PREFIX}sdk/clewImport.ts`, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("content-disposition", 'attachment; filename="clewImport.ts"')
      .send((client ??= readFileSync(productFile("sdk/clewImport.ts"), "utf8"))),
  );
  let schema: string | undefined;
  app.get(`${API_PREFIX}sdk/item.schema.json`, (_request, reply) =>
    reply
      .type("application/schema+json; charset=utf-8")
      .send((schema ??= JSON.stringify(z.toJSONSchema(ImportItem, { io: "input" })))),
  );
}
