import { expect, test } from "vitest";
import { z } from "zod";
import { ComponentSchemas } from "../../../server/http/openapi/ComponentSchemas.ts";
import { NAMED_SCHEMAS } from "../../../server/http/openapi/namedSchemas.ts";

test("a schema has a second form where a default is filled in it, or in one that it refers to", () => {
  const Inner = z.object({ limit: z.number().default(20) });
  const Outer = z.object({ inner: Inner });
  const Plain = z.object({ name: z.string() });
  for (const [id, schema] of Object.entries({ Inner, Outer, Plain })) NAMED_SCHEMAS.add(schema, { id: `Test${id}` });
  const components = new ComponentSchemas();
  const [body, answer, plainBody, plainAnswer] = [
    components.convert(Outer, "input"),
    components.convert(Outer, "output"),
    components.convert(Plain, "input"),
    components.convert(Plain, "output"),
  ];
  const { parts, schemas } = components.complete({ body, answer, plainBody, plainAnswer });
  const reference = (name: string) => ({ $ref: `#/components/schemas/Test${name}` });
  expect(parts).toEqual({
    body: reference("OuterInput"),
    answer: reference("Outer"),
    plainBody: reference("Plain"),
    plainAnswer: reference("Plain"),
  });
  expect(Object.keys(schemas)).toEqual(["TestInner", "TestInnerInput", "TestOuter", "TestOuterInput", "TestPlain"]);
  expect(schemas["TestOuterInput"]).toMatchObject({ properties: { inner: reference("InnerInput") } });
  expect([schemas["TestInner"]?.["required"], schemas["TestInnerInput"]?.["required"]]).toEqual([["limit"], undefined]);
});
