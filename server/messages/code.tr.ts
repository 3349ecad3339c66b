import type { ENGLISH_CODE } from "./code.en.ts";

/** Turkish texts about code. */
export const TURKISH_CODE: Readonly<Record<keyof typeof ENGLISH_CODE, string>> = {
  "code.no_file":
    "Bu revizyonda bu yolda bir dosya yok: hiçbir şey, bir klasör, bağlantı ya da alt modül var. Yolu kod sayfasında açın.",
  "code.no_revision": "Depoda bu adla okunmuş bir dal, etiket ya da commit yok. Kod sayfasından birini seçin.",
  "code.too_large": "Bu dosya {max} MB sınırını aşıyor. Barındırıcıda açın ya da git ile okuyun.",
  "code.unread": "Bu sunucuda, bunun okunacağı bir depo kopyası yok.",
  "code.file_not_found": "Kodda böyle bir dosya yok. Sayfayı yeniden yükleyin.",
  "folders.absolute": "“{folder}” mutlak bir yol: klasörleri deponun kökünden başlayarak yazın, örneğin services/pay.",
  "folders.backslash": "“{folder}” ters eğik çizgi içeriyor: yolun parçalarını / ile ayırın.",
  "folders.dots": "“{folder}” içinde . veya .. var: yolu deponun kökünden başlayarak tam yazın.",
  "folders.empty_segment": "“{folder}” boş bir parça içeriyor: sonuna eğik çizgi koymadan ve // kullanmadan yazın.",
  "folders.missing":
    "{count, plural, one {{branch} dalında {folders} klasörü yok.} other {{branch} dalında şu klasörler yok: {folders}.}} Büyük ve küçük harfler aynı olmalıdır.",
  "folders.nested": "“{folder}”, yine seçilmiş olan “{outer}” klasörünün içinde.",
  "folders.repositories_only": "Yalnız depolar klasörlerle sınırlanabilir.",
  "folders.too_long": "“{folder}” yolu {max} karakterden uzun.",
  "folders.too_many": "En çok {max} klasör seçilebilir.",
  "folders.unprintable": "Bir klasör, burada hiçbir yolda bulunamayacak karakterler içeriyor.",
  "scip.cut_off": "Dizin kesilmiş: bir parçası dosyanın sonundan sonra bitiyor. Yeniden oluşturun.",
  "scip.empty": "Dosya boş.",
  "scip.limit": "Dizin sınırı aşıyor; en çok {most, number} {unit} olabilir.",
  "scip.limit_documents": "belge",
  "scip.limit_occurrences": "geçiş",
  "scip.limit_symbols": "sembol",
  "scip.limit_bases": "ilişki (bir sembol için)",
  "scip.limit_bytes": "bayt (bir metin için)",
  "scip.limit_megabytes": "MB (açılmış hâlde)",
  "scip.not_scip": "Bu bir SCIP dizini değil.",
  "scip.packed": "Dosya gzip gibi başlıyor ama açılamıyor.",
  "scip.path": "Dizindeki bir belgenin yolu deponun içinde değil: {path}",
  "scip.quota":
    "Dizin {needed} MB yer gerektiriyor. Şirket, kullanabileceği {quota} MB alanın {used} MB kadarını kullanıyor. Önce yüklenmiş bir dizini veya bir kaynağı kaldırın.",
  "scip.none": "Bu depo için yüklenmiş bir dizin yok.",
  "scip.revision": "Depoda okunmuş bir {revision} commit’i yok. Depoyu eşitleyin, sonra dizini yeniden yükleyin.",
  "scip.path_length": "Dizindeki bir belgenin yolu {most, number} bayt olan sınırdan uzun. Yolun başı: {path}",
  "scip.twice": "Dizinde {path} için iki belge var.",
};
