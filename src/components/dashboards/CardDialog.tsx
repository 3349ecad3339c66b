import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { DASHBOARD_LIMITS } from "../../../contract/insights/dashboardRules.ts";
import { CARD_KINDS, type CardDraft, type CardKind } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { CardFields, type CardFieldsProps } from "./CardFields.tsx";

export interface CardDialogProps extends Pick<
  CardFieldsProps,
  "projects" | "people" | "ownMetrics" | "newMetric" | "onPersonProject"
> {
  /** The card that is changed; null for a new one. */
  card: CardDraft | null;
  onSave: (card: CardDraft) => void;
  onClose: () => void;
}

/** Rows of a new list. */
const NEW_ROWS = 10;

/** What a new card of each kind begins with. */
const NEW: Readonly<Record<CardKind, CardDraft>> = {
  metric: { kind: "metric", title: null, metric: "lead_time", display: "chart", project: null },
  own_metric: { kind: "own_metric", title: null, metric: "", project: null },
  count: { kind: "count", title: null, of: "issues", project: null, filter: { state: ["open"] }, display: "now" },
  list: { kind: "list", title: null, of: "issues", project: null, filter: { state: ["open"] }, rows: NEW_ROWS },
  map: { kind: "map", title: null, map: "hotspots", project: null },
  control: { kind: "control", title: null, project: null },
  lead_times: { kind: "lead_times", title: null, project: null },
  coupling: { kind: "coupling", title: null, project: null },
  hours: { kind: "hours", title: null, project: null },
  comparison: { kind: "comparison", title: null, by: "periods", project: null },
  departure: { kind: "departure", title: null, project: "", person: "" },
  person: { kind: "person", title: null, project: "", person: "" },
  text: { kind: "text", title: null, text: "" },
};

/** The fields that a card of the kind needs and that are empty. */
function missing(card: CardDraft): "text" | "project" | "person" | "q" | "metric" | null {
  if (card.kind === "own_metric") return card.metric === "" ? "metric" : null;
  if (card.kind === "text") return card.text.trim() === "" ? "text" : null;
  if (card.kind === "person" || card.kind === "departure")
    return card.project === "" ? "project" : card.person === "" ? "person" : null;
  if ((card.kind === "count" || card.kind === "list") && card.of === "search")
    return card.filter["q"]?.[0]?.trim() ? null : "q";
  return null;
}

/** Makes or changes a card. */
export function CardDialog(props: CardDialogProps) {
  const { card, projects, people, ownMetrics, newMetric, onPersonProject, onSave, onClose } = props;
  const { t } = useTranslation("dashboards");
  const errors = useTranslation("errors");
  const [draft, setDraft] = useState<CardDraft>(card ?? NEW.metric);
  const [rows, setRows] = useState(String(draft.kind === "list" ? draft.rows : NEW_ROWS));
  const count = Number(rows);
  const fits = draft.kind !== "list" || (Number.isInteger(count) && count >= 1 && count <= DASHBOARD_LIMITS.rows);
  const lacks = missing(draft);
  const faultOf = (field: typeof lacks): string | null => (lacks === field ? errors.t("required") : null);
  return (
    <FormDialog
      title={t(card === null ? "card.new" : "card.change")}
      draft={[draft, rows]}
      action={t(card === null ? "card.add" : "card.apply")}
      faults={{
        metric: faultOf("metric"),
        text: faultOf("text"),
        project: faultOf("project"),
        person: faultOf("person"),
        q: faultOf("q"),
        rows: fits ? null : t("card.rowsRange", { min: 1, max: DASHBOARD_LIMITS.rows }),
      }}
      onSubmit={() => onSave(draft.kind === "list" ? { ...draft, rows: count } : draft)}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          {card === null && (
            <SelectField
              label={t("card.kind")}
              help={t(`kinds.${draft.kind}.text`)}
              value={draft.kind}
              options={CARD_KINDS.map((value) => ({ value, text: t(`kinds.${value}.name`) }))}
              onChange={(kind) => setDraft({ ...NEW[kind], title: draft.title })}
            />
          )}
          <CardFields
            draft={draft}
            projects={projects}
            people={people}
            ownMetrics={ownMetrics}
            newMetric={newMetric}
            rows={rows}
            errorsOf={errorsOf}
            onChange={setDraft}
            onRows={setRows}
            onPersonProject={onPersonProject}
          />
          <TextField
            label={t("card.title")}
            help={t("card.titleHelp")}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={draft.title ?? ""}
            onChange={(title) => setDraft({ ...draft, title: title === "" ? null : title })}
          />
        </>
      )}
    </FormDialog>
  );
}
