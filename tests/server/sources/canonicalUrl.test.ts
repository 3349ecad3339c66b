import { expect, test } from "vitest";
import { canonicalUrl, readGitAddress } from "../../../server/sources/git/gitAddress.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";

test.each([
  ["ssh://git@[2001:db8::1]:2222/team/app.git", "ssh://git@[2001:db8::1]:2222/team/app.git"],
  ["ssh://git@[2001:DB8::1]/team/app.git", "ssh://git@[2001:db8::1]/team/app.git"],
  ["ssh://[::1]:22/team/app", "ssh://git@[::1]/team/app"],
  ["git@git.example:team/app.git", "ssh://git@git.example/team/app.git"],
  ["ssh://git@git.example:2222/team/app.git", "ssh://git@git.example:2222/team/app.git"],
])("the one spelling of %s can be read again and means the same", async (typed, expected) => {
  const egress = createEgress({ allowed: [] });
  const rules = { egress, allowedPaths: [] };
  const address = await readGitAddress(typed, rules);
  const stored = canonicalUrl(address);
  expect(stored).toBe(expected);
  const again = await readGitAddress(stored, rules);
  expect(again).toMatchObject({
    kind: "ssh",
    host: "host" in address ? address.host : "",
    port: "port" in address ? address.port : 0,
  });
  expect(canonicalUrl(again)).toBe(stored);
  await egress.close();
});
