import type {
  Dashboard,
  Integration,
  Language,
  LoginBody,
  McpToken,
  McpTokenTest,
  McpUsage,
  NewMcpToken,
  ProfileBody,
  RegisterAnswer,
  RegisterBody,
  TokenAnswer,
  User,
} from "../../contract/users.ts";
import type { PublicInvitation } from "../../contract/companies.ts";
import type { Http } from "./http.ts";
import { validate } from "./responseGuard.ts";
import type { Session } from "../../contract/sessions.ts";
import * as shapes from "./guards/mcp.ts";
import * as security from "./guards/security.ts";
import { readMcpToken, readNewMcpToken, readProjectOption, readPublicInvitation } from "./readAccount.ts";
import { isFields, parseWith, parseList, asString } from "./parseResponse.ts";
import { readDashboard, readUser } from "./readUser.ts";
import type { Result } from "./result.ts";

export interface ChangePassword {
  readonly old_password: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

export interface ResetPassword {
  readonly token: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

export interface McpTokenRequest {
  readonly name: string;
  readonly projects: readonly string[];
  /** ISO 8601 in UTC; null: it does not expire. */
  readonly expires_at: string | null;
}

const readToken = (answer: unknown): TokenAnswer | null => {
  const token = isFields(answer) ? asString(answer["token"]) : "";
  return token === "" ? null : { token };
};

/**
 * The user's account: sign-in, sign-out, and personal data.
 * @param language the page's, for a host that stores none with the user
 */
export const createUsersService = (http: Http, language: () => Language = () => "EN") => ({
  login: async (body: LoginBody) => parseWith(await http<unknown>("POST", "users/login", { body }), readToken),
  logout: () => http<null>("POST", "users/logout"),
  me: async (signal?: AbortSignal): Promise<Result<User>> =>
    parseWith(await http<unknown>("GET", "users/me", { signal }), readUser(language)),
  updateMe: async (body: Omit<ProfileBody, "language"> & { language: Language }): Promise<Result<User>> =>
    parseWith(
      await http<unknown>("PUT", "users/me", { body }),
      readUser(() => body.language),
    ),
  confirmPassword: (password: string) => http<null>("POST", "users/me/confirm", { body: { password } }),
  changePassword: (body: ChangePassword) => http<null>("POST", "users/change-password", { body }),
  /** Active sessions of the user. */
  sessions: (signal?: AbortSignal) =>
    validate(security.sessions, http<Session[]>("GET", "users/me/sessions", { signal })),
  revokeSession: (id: string) => http<null>("DELETE", `users/me/sessions/${encodeURIComponent(id)}`),
  revokeOtherSessions: () => http<null>("DELETE", "users/me/sessions"),
  /** The invitation of a token; a used or expired one is a failure that says so. */
  invitation: async (token: string, signal?: AbortSignal): Promise<Result<PublicInvitation>> =>
    parseWith(await http<unknown>("GET", `invitations/${encodeURIComponent(token)}`, { signal }), readPublicInvitation),
  /** With a token the user is signed in; without one the address must be verified first. */
  register: async (invitationToken: string, body: RegisterBody): Promise<Result<RegisterAnswer>> =>
    parseWith(
      await http<unknown>("POST", "users/register", { body, query: { invitation_token: invitationToken } }),
      (answer) => readToken(answer) ?? { verification: true },
    ),
  /** A token where the host signs in a verified user at once; otherwise the user signs in. */
  verify: async (code: string, email: string): Promise<Result<{ token: string | null }>> =>
    parseWith(
      await http<unknown>("POST", "users/verify", { body: { code, email } }),
      (answer) => readToken(answer) ?? { token: null },
    ),
  resendVerification: (email: string) => http<null>("POST", "users/resend-verification", { body: { email } }),
  /** 204 for known and unknown addresses. */
  forgotPassword: (email: string) => http<null>("POST", "users/forgot-password", { body: { email } }),
  /** Whether a password reset link is still valid. */
  validateReset: (token: string, signal?: AbortSignal) =>
    http<{ valid: boolean }>("GET", "users/reset-password/validate", { query: { token }, signal }),
  resetPassword: (body: ResetPassword) => http<null>("POST", "users/reset-password", { body }),
  /** The provider's authorization address for connecting an account. */
  oauthLogin: (provider: Integration) =>
    http<{ auth_url: string }>("GET", "users/oauth/login", { query: { provider } }),
  oauthDisconnect: (provider: Integration) =>
    http<null>("DELETE", `users/oauth/disconnect/${encodeURIComponent(provider)}`),
  mcpTokens: async (signal?: AbortSignal): Promise<Result<McpToken[]>> =>
    parseWith(await http<unknown>("GET", "users/mcp-tokens", { signal }), (answer) => parseList(answer, readMcpToken)),
  /** The secret is only in this response. */
  createMcpToken: async (body: McpTokenRequest): Promise<Result<NewMcpToken>> =>
    parseWith(await http<unknown>("POST", "users/mcp-tokens", { body }), readNewMcpToken),
  rotateMcpToken: async (id: string): Promise<Result<NewMcpToken>> =>
    parseWith(await http<unknown>("POST", `users/mcp-tokens/${encodeURIComponent(id)}/rotate`), readNewMcpToken),
  testMcpToken: (id: string) =>
    validate(shapes.mcpTokenTest, http<McpTokenTest>("POST", `users/mcp-tokens/${encodeURIComponent(id)}/test`)),
  mcpTokenUsage: (id: string) =>
    validate(shapes.mcpUsage, http<McpUsage>("GET", `users/mcp-tokens/${encodeURIComponent(id)}/usage`)),
  deleteMcpToken: (id: string) => http<null>("DELETE", `users/mcp-tokens/${encodeURIComponent(id)}`),
  mcpProjectOptions: async (signal?: AbortSignal): Promise<Result<{ slug: string; name: string }[]>> =>
    parseWith(await http<unknown>("GET", "users/mcp-tokens/project-options", { signal }), (answer) =>
      parseList(answer, readProjectOption),
    ),
  dashboard: async (signal?: AbortSignal): Promise<Result<Dashboard>> =>
    parseWith(await http<unknown>("GET", "users/dashboard", { signal }), readDashboard),
});
export type UsersService = ReturnType<typeof createUsersService>;
