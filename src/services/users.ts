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

export interface ChangePassword {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

/** Everything about the person: coming in, going out, and what is theirs. */
export const createUsersService = (http: Http) => ({
  login: (body: LoginBody) => http<TokenAnswer>("POST", "users/login", { body }),
  logout: () => http<null>("POST", "users/logout"),
  me: (signal?: AbortSignal) => http<User>("GET", "users/me", { signal }),
  updateMe: (body: Omit<ProfileBody, "language"> & { language: Language }) => http<User>("PUT", "users/me", { body }),
  changePassword: (body: ChangePassword) => http<null>("POST", "users/change-password", { body }),
  /** The invitation behind a token; a used or expired one is a failure that says so. */
  invitation: (token: string, signal?: AbortSignal) =>
    http<PublicInvitation>("GET", `invitations/${encodeURIComponent(token)}`, { signal }),
  register: (invitationToken: string, body: RegisterBody) =>
    http<RegisterAnswer>("POST", "users/register", { body, query: { invitation_token: invitationToken } }),
  verify: (code: string, email: string) => http<TokenAnswer>("POST", "users/verify", { body: { code, email } }),
  resendVerification: (email: string) => http<null>("POST", "users/resend-verification", { body: { email } }),
  dashboard: (signal?: AbortSignal) => http<Dashboard>("GET", "users/dashboard", { signal }),
});
export type UsersService = ReturnType<typeof createUsersService>;
