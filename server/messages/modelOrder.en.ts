/** English texts about the order of files by a model, as ICU MessageFormat. */
export const ENGLISH_MODEL_ORDER = {
  "model_order.changed":
    "The address or the name of the company’s model has changed. Run the backtest of its order again.",
  "model_order.failed": "The backtest of the model’s order could not be completed. The operator’s log has the details.",
  "model_order.few": "The backtest had {cases, plural, one {# case} other {# cases}}; {least} are needed.",
  "model_order.interrupted":
    "The backtest of the model’s order was interrupted too often. Start it again: the model is not asked again for what it has answered. The operator’s log has the details.",
  "model_order.invalid": "The answer of the model was no order of these files.",
  "model_order.left": "The user who started the backtest may no longer start one. Start it again.",
  "model_order.no_model": "Your company has no language model that users may ask. An Admin sets it up in Settings.",
  "model_order.no_run":
    "Run the backtest of the model’s order first: it shows whether this order is better for the project.",
  "model_order.not_better":
    "The backtest does not show that the model’s order is better: the interval of the difference is not above zero.",
  "model_order.old_run": "The last backtest is older than {days} days. Run it again.",
  "model_order.other_run": "The last backtest is of another model or address. Run it again.",
  "model_order.running": "A backtest of the model’s order is running already.",
} as const;
