import * as endpoints from "virtual:endpoints";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Integration, Language, RegisterAnswer, TokenAnswer } from "../../contract/access/users.ts";
import type { Client } from "./client.ts";
import { asString, listOf } from "./parseResponse.ts";
import { isRecord } from "../domain/isRecord.ts";
import { readMcpToken, readNewMcpToken, readProjectOption, readPublicInvitation } from "./readAccount.ts";
import { readDashboard, readUser } from "./readUser.ts";

export type ChangePassword = BodySent<"changePassword">;

const readToken = (answer: unknown): TokenAnswer | null => {
  const token = isRecord(answer) ? asString(answer["token"]) : "";
  return token === "" ? null : { token };
};

/** What a right password is answered with: a token, or the ticket of a sign-in that needs a second factor. */
export interface SignInAnswer {
  readonly token: string;
  readonly ticket: string;
}
const readSignIn = (answer: unknown): SignInAnswer | null => {
  const { token, second_factor: ticket } = isRecord(answer) ? answer : {};
  const signIn = { token: asString(token), ticket: asString(ticket) };
  return signIn.token === "" && signIn.ticket === "" ? null : signIn;
};

/**
 * The user's account: sign-in, sign-out, and personal data.
 * @param language the page's, for a host that stores none with the user
 */
export const createUsersService = ({ call, read, send }: Client, language: () => Language = () => "EN") => ({
  login: (body: BodySent<"login">) => read(endpoints.login, { body }, readSignIn),
  logout: () => send(endpoints.logout),
  /** Ends the session, and names the provider's page that signs the person out there. */
  logoutAtProvider: () => call(endpoints.logoutAtProvider),
  me: (signal?: AbortSignal) => read(endpoints.getMe, { signal }, readUser(language)),
  updateMe: (body: BodySent<"updateMe"> & { readonly language: Language }) =>
    read(
      endpoints.updateMe,
      { body },
      readUser(() => body.language),
    ),
  confirmPassword: (password: string) => send(endpoints.confirmPassword, { body: { password } }),
  changePassword: (body: ChangePassword) => send(endpoints.changePassword, { body }),
  /** Active sessions of the user. */
  sessions: (signal?: AbortSignal) => call(endpoints.listSessions, { signal }),
  revokeSession: (sessionId: string) => send(endpoints.revokeSession, { params: { sessionId } }),
  revokeOtherSessions: () => send(endpoints.revokeOtherSessions),
  /** The invitation of a token; a used or expired one is a failure that says so. */
  invitation: (token: string, signal?: AbortSignal) =>
    read(endpoints.getInvitation, { params: { token }, signal }, readPublicInvitation),
  /** With a token the user is signed in; without one the address must be verified first. */
  register: (invitation_token: string, body: BodySent<"register">) =>
    read(
      endpoints.register,
      { body, query: { invitation_token } },
      (answer): RegisterAnswer => readToken(answer) ?? { verification: true },
    ),
  /** A token where the host signs in a verified user at once; otherwise the user signs in. */
  verify: (code: string, email: string) =>
    read(
      endpoints.verifyUser,
      { body: { code, email } },
      (answer): { token: string | null } => readToken(answer) ?? { token: null },
    ),
  resendVerification: (email: string) => send(endpoints.resendVerification, { body: { email } }),
  /** 204 for known and unknown addresses. */
  forgotPassword: (email: string) => send(endpoints.forgotPassword, { body: { email } }),
  /** Whether a password reset link is still valid. A host may report an invalid one in the response or by its status. */
  validateReset: (token: string, signal?: AbortSignal) =>
    read(endpoints.validateReset, { query: { token }, signal }, (answer) => ({
      valid: !(isRecord(answer) && answer["valid"] === false),
    })),
  resetPassword: (body: BodySent<"resetPassword">) => send(endpoints.resetPassword, { body }),
  /** The provider's authorization address for connecting an account. */
  oauthLogin: (provider: Integration, isForWriting = false) =>
    call(endpoints.oauthLogin, { query: { provider, ...(isForWriting && { writes: "yes" as const }) } }),
  oauthDisconnect: (provider: Integration) => send(endpoints.oauthDisconnect, { params: { provider } }),
  mcpTokens: (signal?: AbortSignal) => read(endpoints.listMcpTokens, { signal }, listOf(readMcpToken)),
  /** The secret is only in this response. */
  createMcpToken: (body: BodySent<"createMcpToken">) => read(endpoints.createMcpToken, { body }, readNewMcpToken),
  rotateMcpToken: (id: string) => read(endpoints.rotateMcpToken, { params: { id } }, readNewMcpToken),
  testMcpToken: (id: string) => call(endpoints.testMcpToken, { params: { id } }),
  mcpTokenUsage: (id: string) => call(endpoints.mcpTokenUsage, { params: { id } }),
  deleteMcpToken: (id: string) => send(endpoints.deleteMcpToken, { params: { id } }),
  mcpProjectOptions: (signal?: AbortSignal) => read(endpoints.mcpProjectOptions, { signal }, listOf(readProjectOption)),
  hideFirstSteps: () => send(endpoints.hideFirstSteps),
  dashboard: (signal?: AbortSignal) => read(endpoints.getDashboard, { signal }, readDashboard),
});
export type UsersService = ReturnType<typeof createUsersService>;
