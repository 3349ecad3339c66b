import type { ENGLISH_DIGESTS } from "./digests.en.ts";

/** Turkish texts of the openings of digests, as ICU MessageFormat. */
export const TURKISH_DIGESTS: Readonly<Record<keyof typeof ENGLISH_DIGESTS, string>> = {
  "digest.scope": "{projects, plural, one {Hepsi {project} projesinde.} other {Bunlar # projeden.}}",
  "digest.changed": "{count} şey değişti.",
  "digest.asked": "{count} şey sizi bekliyor.",
  "digest.risks": "{count} şey ilgi gerektiriyor.",
  "digest.closed":
    "{closed_more, select, yes {En az } other {}}{closed, plural, one {# kayıt} other {# kayıt}} kapattınız.",
  "digest.reviewed":
    "{reviewed_more, select, yes {En az } other {}}{reviewed, plural, one {# istek} other {# istek}} incelediniz.",
  "digest.closed_reviewed":
    "{closed_more, select, yes {En az } other {}}{closed, plural, one {# kayıt} other {# kayıt}} kapattınız ve {reviewed_more, select, yes {en az } other {}}{reviewed, plural, one {# istek} other {# istek}} incelediniz.",
  "digest.news":
    "{news_more, select, yes {En az } other {}}{news, plural, one {# yeni şey} other {# yeni şey}} sizi ilgilendiriyor.",
  "digest.requests":
    "{requests_more, select, yes {En az } other {}}{requests, plural, one {# istek} other {# istek}} sizi bekliyor.",
  "digest.issues":
    "{issues_more, select, yes {En az } other {}}{issues, plural, one {# kayıt} other {# kayıt}} sizi bekliyor.",
  "digest.requests_issues":
    "{requests_more, select, yes {En az } other {}}{requests, plural, one {# istek} other {# istek}} ve {issues_more, select, yes {en az } other {}}{issues, plural, one {# kayıt} other {# kayıt}} sizi bekliyor.",
  "digest.stale": "İsteklerden {count} tanesi bir haftadan uzun süredir değişmedi.",
  "digest.by_model":
    "Baştaki cümleleri şirketinizin dil modeli {model} yazdı. Sayıları ve adları bu e-postanın verileriyle karşılaştırıldı.",
};
