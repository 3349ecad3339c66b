import { expect, test } from "vitest";
import { webHref } from "../../src/domain/webAddress.ts";

test.each([
  ["https://host.example/issues/1", true],
  ["HTTP://host.example", true],
  ["javascript:alert(1)//https://host.example", false],
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["data:text/html,<script>1</script>", false],
  ["vbscript:x", false],
  ["//host.example", false],
  ["/projects/atlas", false],
  ["https:host.example", false],
  ["", false],
  [null, false],
  [undefined, false],
])("%j is a link: %s", (url, isLink) => {
  expect(webHref(url)).toBe(isLink ? url : undefined);
});
