import type { LoginLimiter } from "../../access/LoginLimiter.ts";
import { endSession } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { Mount } from "../route.ts";
import { changePassword } from "./changePassword.ts";
import { readDashboard } from "./dashboard.ts";
import { presentUser } from "./presentUser.ts";
import { register } from "./register.ts";
import { signIn } from "./signIn.ts";

export interface UsersDeps {
  readonly db: Db;
  readonly limiter: LoginLimiter;
}

export function mountUsers(mount: Mount, deps: UsersDeps): void {
  const { db } = deps;
  mount("login", ({ body, address }) => signIn(deps, body, address));
  mount("logout", async ({ user }) => {
    await endSession(db, user.sessionHash);
  });
  mount("register", ({ query, body }) => register(db, query.invitation_token, body));
  mount("changePassword", async ({ user, body, address }) => {
    await changePassword(deps, user, body, address);
  });
  mount("getMe", ({ user }) => presentUser(db, user));
  mount("updateMe", async ({ user, body }) => {
    await db.updateTable("users").set({ name: body.name, language: body.language }).where("id", "=", user.id).execute();
    return presentUser(db, { ...user, ...body });
  });
  mount("getDashboard", ({ user }) => readDashboard(db, user));
}
