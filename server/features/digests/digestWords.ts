/** Words that the check of a model's sentences knows, in English and Turkish. */

const valuesOf = (words: string): [string, string][] => words.split(" ").map((word, value) => [word, String(value)]);

/** The digits of words of numbers; null for those that no data has. */
export const NUMBER_WORDS: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ...valuesOf(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  ),
  // “Bir” is an article too, and “on” is a preposition of English.
  ...valuesOf("sıfır bir iki üç dört beş altı yedi sekiz dokuz").filter(([word]) => word !== "bir"),
  ["yirmi", "20"],
  ["both", "2"],
  ["twice", "2"],
  ["dozen", "12"],
  ["düzine", "12"],
  ["half", null],
  ["yarısı", null],
  ["hundred", null],
  ["yüz", null],
  ["thousand", null],
  ["bin", null],
  ["million", null],
  ["milyon", null],
  ["dozens", null],
  ["hundreds", null],
  ["thousands", null],
  ["thirty", null],
  ["otuz", null],
  ["forty", null],
  ["kırk", null],
  ["fifty", null],
  ["elli", null],
  ...(
    "sixty seventy eighty ninety billion billions millions trillion percent " +
    "altmış yetmiş seksen doksan milyar trilyon yüzde onlarca yüzlerce binlerce milyonlarca çeyreği"
  )
    .split(" ")
    .map((word): [string, null] => [word, null]),
]);

/** Words of numbers of Turkish with a suffix: “beşi”, “üçüncü”, “altışar”. */
export const INFLECTED_NUMBER =
  /^(?:iki|üç|dör[td]|beş|altı|yedi|sekiz|dokuz|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|milyon|milyar)(?:s?[iıuü](?:n[iıuü])?|ş?[ea]r|[iıuü]?nc[iıuü]|l[ea]rc[ea])$/u;

/** What asks the reader to do something with their account, in English and Turkish: a digest reports, and has no such sentence. */
export const INSTRUCTION =
  /(?<![\p{L}\p{M}])(?:please|passwords?|passcodes?|log ?in|sign in|click\p{L}*|reply|download\p{L}*|lütfen|parola\p{L}*|şifre\p{L}*|oturum aç\p{L}*|giriş yap\p{L}*|tıkla\p{L}*|yanıtla\p{L}*|indir\p{L}*)(?![\p{L}\p{M}])/iu;

/** Words with which a sentence begins, and that are no names. */
export const FIRST_WORDS: ReadonlySet<string> = new Set(
  (
    "a after all also among an and another as at before besides but during each everything finally for from here however in is it its last later many meanwhile more most new no none nothing of on only other otherwise " +
    "open some since so still that the their there these they this those to today together waiting what when while with yesterday you your " +
    "ama ancak aralarında artık ayrıca bazı bekleyen bir birkaç böylece bu bugün buna bunlar bunların bunlardan bunun burada bütün çoğu diğer dün en geçen genel hafta haftanız hâlâ halen hepsi her hiç hiçbir ilk " +
    "için iş ise kalan ne o olan onlar onun öte öne önce siz sizde sizden size sizi sizin son sonra şimdi şu tüm toplam ve yalnızca yeni yine"
  ).split(" "),
);
