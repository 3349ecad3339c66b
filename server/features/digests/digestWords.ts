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
]);

/** Words with which a sentence begins, and that are no names. */
export const FIRST_WORDS: ReadonlySet<string> = new Set(
  (
    "a after all also among an and another as at before besides but during each everything finally for from here however in is it its last later many meanwhile more most new no none nothing of on only other otherwise " +
    "open please some since so still that the their there these they this those to today together waiting what when while with yesterday you your " +
    "ama ancak aralarında artık ayrıca bazı bekleyen bir birkaç böylece bu bugün buna bunlar bunların bunlardan bunun burada bütün çoğu diğer dün en geçen genel hafta haftanız hâlâ halen hepsi her hiç hiçbir ilk " +
    "için iş ise kalan ne o olan onlar onun öte öne önce siz sizde sizden size sizi sizin son sonra şimdi şu tüm toplam ve yalnızca yeni yine"
  ).split(" "),
);
