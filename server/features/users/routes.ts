import { confirmPassword } from "../../access/passwords/confirmations.ts";
import {
  CODE_GUESS_LIMITS,
  FORM_LIMITS,
  SIGN_IN_LIMITS,
  EMAIL_LIMITS,
  RateLimiter,
} from "../../access/limits/RateLimiter.ts";
import { isResetValid, mailReset, resetPassword } from "../../access/passwords/passwordResets.ts";
import { register, resendCode, verifyCode, type CodeHash } from "../../access/registrations.ts";
import type { Db } from "../../db/openDb.ts";
import { updateUser } from "../../db/tables/companies/companyUsers.ts";
import type { Mail } from "../../mail/Mail.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { changePassword } from "./changePassword.ts";
import { presentUser } from "./present.ts";
import { signIn } from "../sessions/signIn.ts";

export interface UsersDeps {
  readonly db: Db;
  readonly mail: Mail;
  readonly codeHash: CodeHash;
  /** Does work after the answer. */
  readonly inBackground: (work: () => Promise<void>) => void;
}

export function mountUsers(mount: RouteRegistrar, deps: UsersDeps): void {
  const { db, mail, inBackground } = deps;
  const limiter = new RateLimiter(db, SIGN_IN_LIMITS);
  const mails = new RateLimiter(db, EMAIL_LIMITS);
  const forms = new RateLimiter(db, FORM_LIMITS);
  const codes = new RateLimiter(db, CODE_GUESS_LIMITS);

  mount("login", ({ body, address, userAgent, keepBrowser }) =>
    signIn({ db, mail, limiter, inBackground }, body, { address, userAgent, browser: keepBrowser() }),
  );
  mount("register", async ({ query, body, language, address, userAgent, keepBrowser }) => {
    await forms.take(address, body.email);
    return register(deps, query.invitation_token, body, language, { address, userAgent, browser: keepBrowser() }, () =>
      mails.take(address, body.email),
    );
  });
  mount("verifyUser", async ({ body, address, userAgent, keepBrowser }) => {
    const guess = await codes.attempt(address, body.email);
    try {
      const answer = await verifyCode(deps, body.email, body.code, { address, userAgent, browser: keepBrowser() });
      await guess.succeed();
      return answer;
    } catch (error) {
      await guess.fail();
      throw error;
    }
  });
  mount("resendVerification", async ({ body, address }) => {
    await mails.take(address, body.email);
    inBackground(() => resendCode(deps, body.email));
  });
  mount("forgotPassword", async ({ body, address }) => {
    await mails.take(address, body.email);
    inBackground(() => mailReset(deps, body.email, address));
  });
  mount("validateReset", async ({ query }) => ({ valid: await isResetValid(db, query.token) }));
  mount("resetPassword", async ({ body, address }) => {
    await forms.take(address, body.token);
    await limiter.reset(await resetPassword({ db, mail }, body, address));
  });
  mount("changePassword", async ({ user, body, address }) => {
    await changePassword({ db, mail, limiter }, user, body, address);
  });

  mount("confirmPassword", ({ user, body, address }) => confirmPassword({ db, limiter }, user, body.password, address));

  mount("getMe", ({ user }) => presentUser(db, user));
  mount("updateMe", async ({ user, body }) => {
    await updateUser(db, user.id, { name: body.name, language: body.language });
    return presentUser(db, { ...user, ...body });
  });
}
