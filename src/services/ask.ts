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
  /** Whether likely files are ordered by the model, and its last backtest. */
  modelOrder: (project: string, signal?: AbortSignal) => call(endpoints.getModelOrder, { query: { project }, signal }),
  setModelOrder: (project: string, is_on: boolean) => call(endpoints.setModelOrder, { body: { project, is_on } }),
  estimateModelOrder: (project: string) => call(endpoints.estimateModelOrder, { body: { project } }),
  startModelOrderRun: (project: string) => call(endpoints.startModelOrderRun, { body: { project } }),
  cancelModelOrderRun: (project: string) => call(endpoints.cancelModelOrderRun, { body: { project } }),
  orderFiles: (body: BodySent<"orderFilesByModel">, signal?: AbortSignal) =>
    call(endpoints.orderFilesByModel, { body, signal }),
  /** Null while no model is set up. */
  settings: (id: string, signal?: AbortSignal) => call(endpoints.getModelSettings, { params: { id }, signal }),
  setSettings: (id: string, body: ModelSettingsDraft) => call(endpoints.setModelSettings, { params: { id }, body }),
  test: (id: string) => call(endpoints.testModel, { params: { id } }),
});
export type AskService = ReturnType<typeof createAskService>;
