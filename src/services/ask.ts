import * as endpoints from "virtual:endpoints/ask";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type QuestionDraft = BodySent<"askProject">;
export type ModelSettingsDraft = BodySent<"setModelSettings">;

/** Questions about a project, and the company's settings of its model for an Admin. */
export const createAskService = ({ call }: Client) => ({
  ask: (body: QuestionDraft, signal?: AbortSignal) => call(endpoints.askProject, { body, signal }),
  /** Sends what the ticket of an offer seals. */
  askModel: (body: BodySent<"askModel">, signal?: AbortSignal) => call(endpoints.askModel, { body, signal }),
  /** Null while no model is set up. */
  settings: (id: string, signal?: AbortSignal) => call(endpoints.getModelSettings, { params: { id }, signal }),
  setSettings: (id: string, body: ModelSettingsDraft) => call(endpoints.setModelSettings, { params: { id }, body }),
  test: (id: string) => call(endpoints.testModel, { params: { id } }),
});
export type AskService = ReturnType<typeof createAskService>;
