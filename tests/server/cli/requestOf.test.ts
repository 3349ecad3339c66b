import { expectTypeOf, test } from "vitest";
import type { RequestOf } from "../../../server/cli/readArguments.ts";

test("the code of a command reads the options that the command declares, and no other", () => {
  expectTypeOf<RequestOf<"logout">>().toHaveProperty("server");
  expectTypeOf<RequestOf<"logout">>().not.toHaveProperty("email");
  expectTypeOf<RequestOf<"export">>().toHaveProperty("fileFormat");
  expectTypeOf<RequestOf<"export">>().not.toHaveProperty("limit");
  expectTypeOf<RequestOf<"ui">>().not.toHaveProperty("server");
});
