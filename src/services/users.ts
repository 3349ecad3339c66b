import type {
  Dashboard,
  Language,
  LoginBody,
  ProfileBody,
  RegisterAnswer,
  RegisterBody,
  TokenAnswer,
  User,
} from "../../contract/users.ts";
import type { PublicInvitation } from "../../contract/companies.ts";
import type { Http } from "./http.ts";
import { isFields, readAs, textOf } from "./readAnswer.ts";
import { readDashboard, readUser } from "./readUser.ts";
import type { Result } from "./result.ts";

export interface ChangePassword {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

const readToken = (answer: unknown): TokenAnswer | null => {
  const token = isFields(answer) ? textOf(answer["token"]) : "";
  return token === "" ? null : { token };
};

/**
 * Everything about the person: coming in, going out, and what is theirs.
 * @param language that of the page, for a host that keeps none with the person
 */
export const createUsersService = (http: Http, language: () => Language = () => "EN") => ({
  login: async (body: LoginBody) => readAs(await http<unknown>("POST", "users/login", { body }), readToken),
  logout: () => http<null>("POST", "users/logout"),
  me: async (signal?: AbortSignal): Promise<Result<User>> =>
    readAs(await http<unknown>("GET", "users/me", { signal }), readUser(language)),
  updateMe: async (body: Omit<ProfileBody, "language"> & { language: Language }): Promise<Result<User>> =>
    readAs(
      await http<unknown>("PUT", "users/me", { body }),
      readUser(() => body.language),
    ),
  changePassword: (body: ChangePassword) => http<null>("POST", "users/change-password", { body }),
  /** The invitation behind a token; a used or expired one is a failure that says so. */
  invitation: (token: string, signal?: AbortSignal) =>
    http<PublicInvitation>("GET", `invitations/${encodeURIComponent(token)}`, { signal }),
  register: (invitationToken: string, body: RegisterBody) =>
    http<RegisterAnswer>("POST", "users/register", { body, query: { invitation_token: invitationToken } }),
  verify: (code: string, email: string) => http<TokenAnswer>("POST", "users/verify", { body: { code, email } }),
  resendVerification: (email: string) => http<null>("POST", "users/resend-verification", { body: { email } }),
  dashboard: async (signal?: AbortSignal): Promise<Result<Dashboard>> =>
    readAs(await http<unknown>("GET", "users/dashboard", { signal }), readDashboard),
});
export type UsersService = ReturnType<typeof createUsersService>;
