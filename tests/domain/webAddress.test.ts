import { expect, test } from "vitest";
import { isLoopback, webHref } from "../../src/domain/webAddress.ts";

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

test.each([
  ["http://127.0.0.1:4000/api", true],
  ["http://localhost/api", true],
  ["http://[::1]:4000/", true],
  ["http://[::ffff:127.0.0.1]:4000/", true],
  ["http://LOCALHOST.:4000/", true],
  ["http://[::ffff:10.0.0.1]/", false],
  ["https://clew.example/127.0.0.1", false],
  ["http://127.0.0.1.clew.example/", false],
  ["no address", false],
])("%s is of this machine: %s", (url, isOwn) => {
  expect(isLoopback(url)).toBe(isOwn);
});
