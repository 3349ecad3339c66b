/**
 * Words without information about where in the code an issue belongs. They are dropped from questions only, never from the index,
 * so that a phrase that contains them can still be found.
 */
const ENGLISH = `a about above after again all also although always am an and any are as at be because been before being below between both but by
  can cannot could did do does doesn doing don down during each either else etc even every few for from further get gets getting given gives go
  goes going got had has have having he her here hers him his how however i if in instead into is isn it its itself just know let like ll
  look looks make makes many may maybe me might more most much must my need needs neither no nor not now of off on once one only or other our out over
  own per please quite rather re really s same see seem seems shall she should since so some still such sure t than thank thanks that the their
  them then there these they thing things think this those though through thus to too try trying two under until up upon us use used uses using ve
  very via want wants was wasn way we well were what when where whether which while who whom why will with within without won
  would yes yet you your`;

const TURKISH = `acaba ama ancak artik aslinda az bana bazi belki ben bir biri bircok biz bu cok cunku da daha de defa diye eger en gibi hem hep
  hepsi her hic icin ile ise kez ki kim mi mu nasil ne neden nerede nereye niye o olan olarak oldu oldugu olur onlar onu sadece sen siz sonra su
  tum ve veya ya yani zaten`;

/** Frequent words of issue templates and bug reports. */
const REPORTS = `actual actually behavior behaviour bug description describe environment example expected explanation feature following happen happened
  happens hello hi information issue issues problem proposal question report request reproduce reproduction screenshot steps version versions`;

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${TURKISH}`.split(/\s+/));
export const REPORT_WORDS: ReadonlySet<string> = new Set(REPORTS.split(/\s+/));
