/** English texts of the page of Insights in its reports: sentences, marks and definitions, word for word. */
export const ENGLISH_INSIGHT_REPORTS = {
  "report.summary": "In short",
  "report.summary_none": "Too little happened in this period for a summary.",
  "report.statement_issues_opened": "{value} issues a week are opened",
  "report.statement_issues_closed": "{value} issues a week are closed",
  "report.statement_throughput": "{value} issues a week are closed",
  "report.statement_lead_time": "An issue takes {value} until it is closed (median)",
  "report.statement_first_response": "An issue waits {value} for a first response (median)",
  "report.statement_unanswered": "{value} of the issues opened have no response",
  "report.statement_requests_opened": "{value} requests a week are opened",
  "report.statement_requests_merged": "{value} requests a week are merged",
  "report.statement_first_review": "A request waits {value} for a first review (median)",
  "report.statement_unreviewed": "{value} of the requests opened have no review",
  "report.statement_cycle_time": "A request takes {value} until it is merged (median)",
  "report.statement_request_size": "A merged request changes {value} (median)",
  "report.statement_commits": "{value} commits a week are made",
  "report.finding_up": "{statement}, up from {before} in {span}{target}.",
  "report.finding_down": "{statement}, down from {before} in {span}{target}.",
  "report.finding_unclear": "{statement}, without a clear change from {span}{target}.",
  "report.finding_few": "{statement}{target}.",
  "report.finding_uncovered": "{statement}{target}.",
  "report.span_weekly": "{count, plural, one {the week before} other {the # weeks before}}",
  "report.span_monthly": "{count, plural, one {the month before} other {the # months before}}",
  "report.span_quarterly": "{count, plural, one {the quarter before} other {the # quarters before}}",
  "report.span_yearly": "{count, plural, one {the year before} other {the # years before}}",
  "report.backlog_up": "More issues were opened ({opened}) than closed ({closed}).",
  "report.backlog_down": "More issues were closed ({closed}) than opened ({opened}).",
  "report.carried_reviews":
    "{count, plural, one {One person carries {share} of the reviews.} other {# people carry {share} of the reviews.}}",
  "report.carried_commits":
    "{count, plural, one {One person made {share} of the commits.} other {# people made {share} of the commits.}}",
  "report.finding_target": "; {target}: {verdict}",
  "report.target_words_at_most": "target at most {value}",
  "report.target_words_at_least": "target at least {value}",
  "report.marks": "Releases, incidents and notes",
  "report.mark_release": "Release",
  "report.mark_incident": "Incident",
  "report.mark_note": "Note",
  "report.mark": "{kind} on {day}: {title}",
  "report.how": "How it is calculated",
  "report.how_counts": "What it counts",
  "report.how_leaves": "What it leaves out",
  "report.how_source": "Where it comes from",
  "report.says_issues_opened": "Issues by the time at which they were opened.",
  "report.leaves_issues_opened": "Issues that programs opened, and issues that the tracker has deleted since.",
  "report.source_issues_opened": "The linked trackers.",
  "report.says_issues_closed": "Issues that are closed now, by the time of their last closing.",
  "report.leaves_issues_closed":
    "Issues that programs opened, deleted ones, and issues that were reopened and are open now.",
  "report.source_issues_closed": "The linked trackers.",
  "report.says_issues_net": "Issues opened minus issues closed: above zero, the number of open issues grows.",
  "report.leaves_issues_net": "The same as issues opened and issues closed.",
  "report.source_issues_net": "The linked trackers.",
  "report.says_issues_open":
    "Issues that had been opened when the time step ended and had not been closed for the last time. Of a step that is not over: issues that are open now.",
  "report.leaves_issues_open":
    "Issues that programs opened. An issue that was reopened counts as open also while it was closed.",
  "report.source_issues_open": "The linked trackers.",
  "report.says_work_in_progress":
    "How many open issues were in statuses of the category “to do” and of the category “in progress” at the end of the time step, or now.",
  "report.leaves_work_in_progress":
    "Issues that programs opened, issues of trackers without statuses, and issues in a status whose category the tracker does not report any more.",
  "report.source_work_in_progress": "Statuses and their changes that the trackers report.",
  "report.says_throughput":
    "Issues closed, divided by the weeks of the time step. Of a step that is not over only the part that has passed counts.",
  "report.leaves_throughput": "The same as issues closed.",
  "report.source_throughput": "The linked trackers.",
  "report.says_lead_time":
    "Time from opening to the last closing, of the issues that are closed now and were last closed in the time step.",
  "report.leaves_lead_time":
    "Issues that programs opened and issues that are open now. Time for which an issue was closed before it was opened again counts as well.",
  "report.source_lead_time": "The linked trackers.",
  "report.says_first_response":
    "Time from opening to the first comment by another person, of the issues opened in the time step.",
  "report.leaves_first_response":
    "Comments by the author, by programs and by deleted accounts; issues without an answer; issues that programs opened.",
  "report.source_first_response": "Comments of the linked trackers.",
  "report.says_unanswered":
    "Share of the issues opened in the time step on which no other person has commented until now.",
  "report.leaves_unanswered":
    "Comments by the author, by programs and by deleted accounts; issues that programs opened, and those whose comments have not been read yet.",
  "report.source_unanswered": "Comments of the linked trackers.",
  "report.says_open_age":
    "How long the issues that count as open at the end of the time step had been open then, or until now.",
  "report.leaves_open_age": "Issues that programs opened.",
  "report.source_open_age": "The linked trackers.",
  "report.says_reopen_rate":
    "Share of the issues that were closed in the time step and reopened at any time after it. An issue counts once in each time step.",
  "report.leaves_reopen_rate":
    "Issues that programs opened, and trackers that do not report when an issue was closed and reopened.",
  "report.source_reopen_rate": "Events that the trackers report for each issue.",
  "report.says_time_in_state":
    "Median time of the stays in a state that ended in the time step. An issue may stay in a state more than once; the first stay begins when it is opened.",
  "report.leaves_time_in_state": "The state that an issue is in now, and issues that programs opened.",
  "report.source_time_in_state": "Changes of state that the trackers report.",
  "report.says_flow_efficiency":
    "The part of the time from opening to the last closing for which an issue was in statuses of the category “in progress”: the mean over the issues last closed in the time step.",
  "report.leaves_flow_efficiency":
    "Issues that programs opened, issues without a recorded change of status, and issues that were in a status whose category the tracker does not report any more. Waiting within a status counts as work, because no tracker reports it.",
  "report.source_flow_efficiency": "Statuses and their changes that the trackers report.",
  "report.says_requests_opened": "Pull and merge requests by the time at which they were opened.",
  "report.leaves_requests_opened": "Requests that programs opened.",
  "report.source_requests_opened": "The linked code hosts.",
  "report.says_requests_merged": "Pull and merge requests by the time at which they were merged.",
  "report.leaves_requests_merged": "Requests that programs opened, and requests closed without merging.",
  "report.source_requests_merged": "The linked code hosts.",
  "report.says_first_review":
    "Time from opening to the first review by another person, of the requests opened in the time step.",
  "report.leaves_first_review":
    "Reviews by the author and by programs, requests without a review, and requests that programs opened.",
  "report.source_first_review": "Reviews at the linked code hosts.",
  "report.says_unreviewed":
    "Share of the requests opened in the time step that no other person has reviewed until now.",
  "report.leaves_unreviewed":
    "Reviews by the author and by programs; requests that programs opened, and those whose reviews have not been read yet.",
  "report.source_unreviewed": "Reviews at the linked code hosts.",
  "report.says_cycle_time": "Time from opening to merging, of the requests merged in the time step.",
  "report.leaves_cycle_time": "Requests that programs opened, that are open, or that were closed without merging.",
  "report.source_cycle_time": "The linked code hosts.",
  "report.says_request_size": "Lines added plus lines deleted by each request merged in the time step.",
  "report.leaves_request_size": "Requests that programs opened or whose files have not been read, and binary files.",
  "report.source_request_size": "Files of the requests at the linked code hosts.",
  "report.says_commits":
    "Commits in the history of the default branch, by the time of the commit (git’s committer date).",
  "report.leaves_commits": "Merges (commits with more than one parent) and commits that programs wrote.",
  "report.source_commits": "The history of the linked repositories.",
  "report.says_contributors":
    "Different authors of the commits in the time step. The same people as in the list of people: after the repository’s .mailmap, signatures and accounts are one person when they share an email address (capitals aside), an account’s login (also where a signature has it for a name) or no-reply address, or a name of two words or more, also by a third one between them. Addresses of no one in particular, such as root@localhost, join no people. Manual merges and splits are kept.",
  "report.leaves_contributors": "Programs, merges, co-authors, and people who only applied what others wrote.",
  "report.source_contributors": "The history of the linked repositories.",
  "report.says_churn":
    "Lines added plus lines deleted by the commits of the time step, each against its parent. A file that git takes for moved counts by what changed in it.",
  "report.leaves_churn":
    "Merges, commits by programs, binary files, and commits whose lines have not been counted yet.",
  "report.source_churn": "The history of the linked repositories.",
  "report.says_document_age":
    "How long ago each document that is there now (Markdown, reStructuredText, AsciiDoc) had been changed when the time step ended. A deleted path counts for the only current file with its name, capitals aside.",
  "report.leaves_document_age":
    "Wiki pages, generated and vendored files, changes by programs, and commits over more than 100 files.",
  "report.source_document_age": "The history of the linked repositories.",
} as const;
