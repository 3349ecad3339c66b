/** English texts about own metrics, as ICU MessageFormat. */
export const ENGLISH_OWN_METRICS = {
  "own_metric.not_found":
    "There is no such metric. It may have been deleted, or belongs to a project that you are no member of.",
  "own_metric.no_company": "A metric belongs to a company, and your account has none.",
  "own_metric.admins_only":
    "Only an Admin may define metrics of the company. Define it for a project that you maintain.",
  "own_metric.maintainers_only": "Only Owners and Maintainers may define metrics of this project.",
  "own_metric.too_many": "There are {max} metrics already. Delete one first.",
  "own_metric.name_taken": "There is a metric “{name}” already. Give this one another name.",
  "own_metric.brackets": "A name may not contain [ or ]: formulas write names in these brackets.",
  "own_metric.not_of_rows": "What is counted does not have this. Choose another value.",
  "own_metric.target_of_period":
    "A count and a sum grow with the period, so that no target fits them. Choose “per week” or an average, or leave out the target.",
  "own_metric.not_a_file": "This is not an exported metric: “format” must be “clew-metric”.",
  "own_metric.file_version":
    "This file has a version of the format that cannot be read here. Export the metric again with this version of Clew: “version” must be 1.",
  "own_metric.unreadable":
    "The definition of “{name}” was stored by a newer version of Clew and cannot be read by this one. Update Clew, or define the metric again.",
  "own_metric.unread_fields":
    "No tracker of these projects reads the field {names}. Choose it at the tracker, or change the metric.",
  "own_metric.rows_of_formula": "A formula has no rows of its own. Open the rows of one of its metrics.",
  "own_metric.filter_mistake": "The filter has a mistake at “{found}”. Correct it or remove it.",
  "own_metric.filter_words": "“{found}” is no filter. Metrics are filtered by {known} and not by words.",
  "own_metric.filter_unknown": "What is counted has no filter “{found}”. It has {known}.",
  "own_metric.filter_value": "The filter “{found}” has no such value here. Change the value.",
  "own_metric.formula_unexpected":
    "The formula cannot have “{found}” at character {at}. Write numbers, names of metrics in brackets, + - * / and parentheses.",
  "own_metric.formula_end":
    "The formula ends too early. Complete it: a number, a metric or a closing parenthesis is missing.",
  "own_metric.formula_bracket": "The bracket at character {at} needs the name of a metric and a closing ].",
  "own_metric.formula_deep": "The formula has more than {max} levels of parentheses. Divide it into several metrics.",
  "own_metric.formula_unknown": "There is no metric “{name}” here. Define it first, or correct its name.",
  "own_metric.formula_cycle": "The formula leads back to itself: {path}. Remove one of these metrics from its formula.",
  "own_metric.formula_too_many_above":
    "With this formula, another one that names this metric would need more than {max} other metrics. Use fewer.",
  "own_metric.formula_too_many": "The formula needs more than {max} other metrics. Use fewer.",
  "own_metric.formula_unreadable":
    "The metric “{name}” cannot be read by this version of Clew. Leave it out of the formula.",
  "own_metric.named_by": "Formulas name this metric: {names}. Change them first.",
  "own_metric.named_elsewhere":
    "Formulas of projects that you cannot see name this metric. Ask an Admin of the company.",
} as const;
