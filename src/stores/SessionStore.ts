import { flow, toGenerator, types, type Instance } from "mobx-state-tree";
import { STORAGE_KEYS } from "../../contract/constants.ts";
import type { SignOutAnswer } from "../../contract/access/sso.ts";
import type { LoginBody, User } from "../../contract/access/users.ts";
import { type ApiError, err, ok, type Result } from "../services/result.ts";
import { storeEnv } from "./StoreEnv.ts";

/** The session. A token in local storage means signed in; the user is the server's plain response, replaced as a whole. */
export const SessionStoreModel = types
  .model("SessionStore", {
    token: types.maybeNull(types.string),
    user: types.maybeNull(types.frozen<User>()),
  })
  .views((self) => ({
    get isSignedIn(): boolean {
      return self.token !== null;
    },
    get isCompanyAdmin(): boolean {
      return self.user?.company?.role === "Admin";
    },
  }))
  .actions((self) => ({
    setUser(user: User) {
      self.user = user;
    },
    /** Sets the token without a user: the guard or the caller loads it. */
    start(token: string) {
      storeEnv(self).storage.setItem(STORAGE_KEYS.authToken, token);
      self.token = token;
      self.user = null;
    },
    /** Another tab has signed in or out: its token applies here as well. It is already in the storage. */
    follow(token: string | null) {
      self.token = token;
      self.user = null;
    },
    /** Clears token and user: at logout, and when the session is invalid. */
    clear() {
      storeEnv(self).storage.removeItem(STORAGE_KEYS.authToken);
      self.token = null;
      self.user = null;
    },
  }))
  .actions((self) => ({
    /** Loads the user; a failure ends the session (specification, section 4). Null on success, else the failure. */
    load: flow(function* load() {
      const token = self.token;
      if (token === null) return null;
      const result: Result<User> = yield* toGenerator(storeEnv(self).services.users.me());
      if (self.token !== token) return null; // signed out, or signed in as another user, during the request
      if (result.success) {
        self.user = result.data;
        return null;
      }
      self.clear();
      return result.error;
    }),
  }))
  .actions((self) => ({
    /** Signs in and loads the user. The ticket of an account with a second factor, with which the sign-in continues; null when signed in. */
    login: flow(function* login(body: LoginBody) {
      const result = yield* toGenerator(storeEnv(self).services.users.login(body));
      if (!result.success) return err<string | null>(result.error);
      const { token, ticket } = result.data;
      if (token === "") return ok<string | null>(ticket);
      self.start(token);
      const failure: ApiError | null = yield* toGenerator(self.load());
      return failure ? err<string | null>(failure) : ok<string | null>(null);
    }),
    /**
     * The token is removed at once, even if the request does not reach the host.
     * @returns the page that signs the person out at their identity provider, if there is one
     */
    logout: flow(function* logout() {
      const { users } = storeEnv(self).services;
      const isAtProvider = self.user?.signs_out_at !== undefined;
      const logoutRequest: Promise<Result<SignOutAnswer | null>> = isAtProvider
        ? users.logoutAtProvider()
        : users.logout();
      self.clear();
      const result = yield* toGenerator(logoutRequest);
      return result.data?.sign_out_url ?? null;
    }),
  }));

export interface SessionStore extends Instance<typeof SessionStoreModel> {}
