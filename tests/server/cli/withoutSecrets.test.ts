/** Libraries quote what they were given: a finding has none of it. */
import { expect, test } from "vitest";
import { failed } from "../../../server/cli/doctor/Finding.ts";
import { withoutSecrets } from "../../../server/cli/doctor/withoutSecrets.ts";

const environment = {
  DATABASE_URL: "postgres://clew:hidden%2Fdatabase@db.internal/clew?password=hidden-query",
  CLEW_MASTER_KEY: "hidden-key-0123456789-0123456789",
  CLEW_MASTER_KEY_PREVIOUS: "hidden-key-0123456789-0123456789-and-more",
  CLEW_SMTP_URL: "smtp://clew:hidden-mail@mail.internal",
  CLEW_METRICS_TOKEN: "hidden-metrics-token",
  CLEW_BACKUP_PASSPHRASE: "hidden passphrase",
  CLEW_S3_SECRET: "hidden-s3-secret",
  CLEW_GITHUB_CLIENT_SECRET: "hidden-github",
};

test.each(Object.entries(environment))("the value of %s does not pass, whole or in part", (_, value) => {
  const parts = URL.canParse(value) ? [new URL(value).password, decodeURIComponent(new URL(value).password)] : [];
  const findings = [value, ...parts].map((part) =>
    failed("x", `It refused “${part}”.`, `Correct ${part} and ${part}.`),
  );
  for (const { says, advice } of withoutSecrets(findings, environment)) {
    expect(`${says} ${advice}`).not.toMatch(/hidden|and-more/);
    expect(says).toContain("[secret]");
  }
});

test("a token with a colon is no address", () => {
  const [found] = withoutSecrets([failed("x", "It refused hidden:token-1.", "")], {
    CLEW_METRICS_TOKEN: "hidden:token-1",
  });
  expect(found?.says).toBe("It refused [secret].");
});

test("what is no secret stays", () => {
  const finding = failed("x", "https://clew.example.org at db.internal by /etc/backup.key", "");
  const names = { CLEW_PUBLIC_URL: "https://clew.example.org", CLEW_BACKUP_KEY_FILE: "/etc/backup.key" };
  expect(withoutSecrets([finding], { ...environment, ...names })).toEqual([finding]);
});
