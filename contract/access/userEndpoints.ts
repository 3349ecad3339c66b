import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { Uuid4 } from "../fieldSchemas.ts";
import { PublicInvitation } from "./companies.ts";
import { Installation } from "./installation.ts";
import {
  AddedFactor,
  ConfirmCodeBody,
  ConfirmPasskeyBody,
  NewAuthenticatorApp,
  PasskeyBody,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInBody,
  RecoveryCodes,
  SecondFactorBody,
  SecondFactors,
} from "./secondFactors.ts";
import { Session, SocketTicket } from "./sessions.ts";
import { SignOutAnswer } from "./sso.ts";
import {
  ChangePasswordBody,
  ConfirmBody,
  CurrentMcpToken,
  Dashboard,
  EmailBody,
  LoginAnswer,
  LoginBody,
  McpProjectOption,
  McpToken,
  McpTokenBody,
  McpTokenTest,
  McpUsage,
  NewMcpToken,
  OauthLoginAnswer,
  OauthLoginQuery,
  ProfileBody,
  RegisterAnswer,
  RegisterBody,
  ResetPasswordBody,
  TokenAnswer,
  User,
  VerifyBody,
} from "./users.ts";

const InvitationToken = z.object({ invitation_token: Uuid4 });
const ResetToken = z.object({ token: Uuid4 });

// A table: one call, one row.
/** Calls about users: sign-in, registration, accounts. */
// prettier-ignore
export const USER_ENDPOINTS = {
  getInstallation: { method: "GET", path: "installation/", auth: "none", status: 200, response: Installation, runs: "main", agents: false, expired: false, confirm: false },
  login: { method: "POST", path: "users/login/", auth: "none", body: LoginBody, status: 200, response: LoginAnswer, runs: "main", agents: false, expired: false, confirm: false },
  getMe: { method: "GET", path: "users/me/", auth: "user", status: 200, response: User, runs: "main", agents: false, scope: "read", expired: true, confirm: false, beforeFactor: true },
  updateMe: { method: "PUT", path: "users/me/", auth: "user", body: ProfileBody, status: 200, response: User, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  logout: { method: "POST", path: "users/logout/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  logoutAtProvider: { method: "POST", path: "users/sso/sign-out/", auth: "user", status: 200, response: SignOutAnswer, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  hideFirstSteps: { method: "DELETE", path: "users/me/first-steps/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  listSessions: { method: "GET", path: "users/me/sessions/", auth: "user", status: 200, response: z.array(Session), runs: "main", agents: false, expired: true, confirm: false },
  revokeSession: { method: "DELETE", path: "users/me/sessions/:sessionId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
  revokeOtherSessions: { method: "DELETE", path: "users/me/sessions/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
  createSocketTicket: { method: "POST", path: "users/me/socket-ticket/", auth: "user", status: 201, response: SocketTicket, runs: "main", agents: false, expired: false, confirm: false },
  register: { method: "POST", path: "users/register/", auth: "none", query: InvitationToken, body: RegisterBody, status: 201, response: RegisterAnswer, runs: "main", agents: false, expired: false, confirm: false },
  changePassword: { method: "POST", path: "users/change-password/", auth: "user", body: ChangePasswordBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
  confirmPassword: { method: "POST", path: "users/me/confirm/", auth: "user", body: ConfirmBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  finishSecondFactor: { method: "POST", path: "users/second-factor/", auth: "none", body: SecondFactorBody, status: 200, response: TokenAnswer, runs: "main", agents: false, expired: true, confirm: false },
  beginPasskeySignIn: { method: "POST", path: "users/passkey/begin/", auth: "none", status: 200, response: PasskeyRequest, runs: "main", agents: false, expired: true, confirm: false },
  finishPasskeySignIn: { method: "POST", path: "users/passkey/finish/", auth: "none", body: PasskeySignInBody, status: 200, response: TokenAnswer, runs: "main", agents: false, expired: true, confirm: false },
  getSecondFactors: { method: "GET", path: "users/me/second-factors/", auth: "user", status: 200, response: SecondFactors, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  beginPasskey: { method: "POST", path: "users/me/passkeys/begin/", auth: "user", status: 200, response: PasskeyCreation, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  addPasskey: { method: "POST", path: "users/me/passkeys/", auth: "user", body: PasskeyBody, status: 201, response: AddedFactor, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  removePasskey: { method: "DELETE", path: "users/me/passkeys/:passkeyId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: true },
  beginAuthenticatorApp: { method: "POST", path: "users/me/authenticator-app/begin/", auth: "user", status: 200, response: NewAuthenticatorApp, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  addAuthenticatorApp: { method: "POST", path: "users/me/authenticator-app/", auth: "user", body: ConfirmCodeBody, status: 201, response: AddedFactor, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  removeAuthenticatorApp: { method: "DELETE", path: "users/me/authenticator-app/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: true },
  renewRecoveryCodes: { method: "POST", path: "users/me/recovery-codes/", auth: "user", status: 201, response: RecoveryCodes, runs: "main", agents: false, expired: true, confirm: true },
  confirmCode: { method: "POST", path: "users/me/confirm/code/", auth: "user", body: ConfirmCodeBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  beginPasskeyConfirmation: { method: "POST", path: "users/me/confirm/passkey/begin/", auth: "user", status: 200, response: PasskeyRequest, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  confirmPasskey: { method: "POST", path: "users/me/confirm/passkey/", auth: "user", body: ConfirmPasskeyBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  getInvitation: { method: "GET", path: "invitations/:token/", auth: "none", status: 200, response: PublicInvitation, runs: "main", agents: false, expired: false, confirm: false },
  verifyUser: { method: "POST", path: "users/verify/", auth: "none", body: VerifyBody, status: 200, response: LoginAnswer, runs: "main", agents: false, expired: false, confirm: false },
  resendVerification: { method: "POST", path: "users/resend-verification/", auth: "none", body: EmailBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  forgotPassword: { method: "POST", path: "users/forgot-password/", auth: "none", body: EmailBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  resetPassword: { method: "POST", path: "users/reset-password/", auth: "none", body: ResetPasswordBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  validateReset: { method: "GET", path: "users/reset-password/validate/", auth: "none", query: ResetToken, status: 200, response: z.object({ valid: z.boolean() }), runs: "main", agents: false, expired: false, confirm: false },
  oauthLogin: { method: "GET", path: "users/oauth/login/", auth: "user", query: OauthLoginQuery, status: 200, response: OauthLoginAnswer, runs: "main", agents: false, expired: false, confirm: false },
  oauthDisconnect: { method: "DELETE", path: "users/oauth/disconnect/:provider/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  getDashboard: { method: "GET", path: "users/dashboard/", auth: "user", status: 200, response: Dashboard, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listMcpTokens: { method: "GET", path: "users/mcp-tokens/", auth: "user", status: 200, response: z.array(McpToken), runs: "main", agents: false, expired: false, confirm: false },
  createMcpToken: { method: "POST", path: "users/mcp-tokens/", auth: "user", body: McpTokenBody, status: 201, response: NewMcpToken, runs: "main", agents: false, expired: false, confirm: true },
  deleteMcpToken: { method: "DELETE", path: "users/mcp-tokens/:id/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  rotateMcpToken: { method: "POST", path: "users/mcp-tokens/:id/rotate/", auth: "user", status: 200, response: NewMcpToken, runs: "main", agents: false, expired: false, confirm: true },
  mcpTokenUsage: { method: "GET", path: "users/mcp-tokens/:id/usage/", auth: "user", status: 200, response: McpUsage, runs: "main", agents: false, expired: false, confirm: false },
  testMcpToken: { method: "POST", path: "users/mcp-tokens/:id/test/", auth: "user", status: 200, response: McpTokenTest, runs: "main", agents: false, expired: false, confirm: false },
  currentMcpToken: { method: "GET", path: "users/mcp-tokens/current/", auth: "user", status: 200, response: CurrentMcpToken, runs: "main", agents: true, expired: false, confirm: false },
  mcpProjectOptions: { method: "GET", path: "users/mcp-tokens/project-options/", auth: "user", status: 200, response: z.array(McpProjectOption), runs: "main", agents: false, expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
