import { stem } from "../../../index/text/tokenize.ts";

/** How code shortens what sentences write out. Each line: the word, then its short forms. */
const SHORT_FORMS = `argument arg|function func fn|parameter param|configuration config conf|context ctx|string str|number num|message msg
request req|response resp res|directory dir|environment env|initialize init|attribute attr|temporary tmp temp|reference ref|object obj
property prop|error err|address addr|source src|destination dest dst|maximum max|minimum min|authentication auth|authorization auth
expression expr|specification spec|repository repo|implementation impl|utility util|length len|position pos|index idx|pointer ptr
value val|variable var|command cmd|identifier id ident|information info|database db|execute exec|generate gen|package pkg|previous prev
synchronous sync|asynchronous async|delimiter delim|separator sep|character char|integer int|boolean bool|dictionary dict
declaration decl|definition def|statement stmt|document doc|documentation doc|library lib|connection conn|certificate cert
application app|administrator admin|buffer buf|calculate calc|compare cmp|concatenate concat|control ctrl|count cnt|current cur
description desc|difference diff|element elem|extension ext|format fmt|image img|increment inc|iterator iter|memory mem
original orig|password pwd|pattern pat|process proc|receive recv|regular regex re|register reg|result res|select sel|sequence seq
session sess|signature sig|standard std|template tmpl tpl|timestamp ts|token tok|transaction tx|allocate alloc`;

const byStem = new Map<string, readonly string[]>(
  SHORT_FORMS.split(/[|\n]/).map((line) => {
    const [word = "", ...short] = line.trim().split(" ");
    return [stem(word), short.map(stem)];
  }),
);

/** Stems of the short forms of a word, given its own stem. */
export const shortFormsOf = (stemmed: string): readonly string[] => byStem.get(stemmed) ?? [];
