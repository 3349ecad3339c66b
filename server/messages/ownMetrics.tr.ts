import type { ENGLISH_OWN_METRICS } from "./ownMetrics.en.ts";

/** Turkish texts about own metrics. */
export const TURKISH_OWN_METRICS: Record<keyof typeof ENGLISH_OWN_METRICS, string> = {
  "own_metric.not_found": "Böyle bir metrik yok. Silinmiş olabilir ya da üyesi olmadığınız bir projeye aittir.",
  "own_metric.no_company": "Bir metrik bir şirkete aittir, hesabınızın ise şirketi yok.",
  "own_metric.admins_only":
    "Şirketin metriklerini yalnızca bir yönetici tanımlayabilir. Metriği, bakımını üstlendiğiniz bir proje için tanımlayın.",
  "own_metric.maintainers_only": "Bu projenin metriklerini yalnızca sahipleri ve bakımcıları tanımlayabilir.",
  "own_metric.too_many": "Zaten {max} metrik var. Önce birini silin.",
  "own_metric.name_taken": "“{name}” adlı bir metrik zaten var. Buna başka bir ad verin.",
  "own_metric.brackets": "Bir ad [ ya da ] içeremez: formüllerde adlar bu köşeli ayraçlar içinde yazılır.",
  "own_metric.not_of_rows": "Sayılan öğelerde bu yok. Başka bir değer seçin.",
  "own_metric.target_of_period":
    "Adet ve toplam, dönem uzadıkça büyür; bu yüzden hedef konamaz. “Haftalık” ya da ortalama seçin veya hedefi kaldırın.",
  "own_metric.not_a_file": "Bu, dışa aktarılmış bir metrik değil: “format” alanı “clew-metric” olmalıdır.",
  "own_metric.file_version":
    "Bu dosyanın biçim sürümü burada okunamıyor. Metriği bu Clew sürümüyle yeniden dışa aktarın: “version” alanı 1 olmalıdır.",
  "own_metric.unreadable":
    "“{name}” metriğinin tanımı daha yeni bir Clew sürümüyle kaydedilmiş; bu sürüm onu okuyamıyor. Clew’ü güncelleyin ya da metriği yeniden tanımlayın.",
  "own_metric.unread_fields":
    "Bu projelerin hiçbir takip sistemi {names} alanını okumuyor. Alanı takip sisteminde seçin ya da metriği değiştirin.",
  "own_metric.rows_of_formula": "Bir formülün kendi satırları yoktur. İçindeki metriklerden birinin satırlarını açın.",
  "own_metric.filter_mistake": "Filtrede “{found}” kısmında bir hata var. Düzeltin ya da silin.",
  "own_metric.filter_words": "“{found}” bir filtre değil. Metrikler sözcüklerle değil, {known} ile süzülür.",
  "own_metric.filter_unknown": "Sayılan öğelerde “{found}” filtresi yok. Kullanılabilenler: {known}.",
  "own_metric.filter_value": "“{found}” filtresinin burada böyle bir değeri yok. Değeri değiştirin.",
  "own_metric.formula_unexpected":
    "Formülün {at}. karakterinde “{found}” olamaz. Sayılar, köşeli ayraç içinde metrik adları, + - * / ve parantezler yazın.",
  "own_metric.formula_end": "Formül erken bitiyor. Tamamlayın: bir sayı, bir metrik ya da kapanan bir parantez eksik.",
  "own_metric.formula_bracket": "{at}. karakterdeki köşeli ayraca bir metrik adı ve kapanan ] gerekir.",
  "own_metric.formula_deep": "Formülde {max} düzeyden fazla parantez var. Birkaç metriğe bölün.",
  "own_metric.formula_unknown": "Burada “{name}” adlı bir metrik yok. Önce onu tanımlayın ya da adını düzeltin.",
  "own_metric.formula_cycle": "Formül kendisine geri dönüyor: {path}. Bu metriklerden birini formülünden çıkarın.",
  "own_metric.formula_too_many_above":
    "Bu formülle, bu metriği kullanan başka bir formül {max} metrikten fazlasını gerektirirdi. Daha azını kullanın.",
  "own_metric.formula_too_many": "Formül {max} metrikten fazlasını gerektiriyor. Daha azını kullanın.",
  "own_metric.formula_unreadable": "“{name}” metriği bu Clew sürümünde okunamıyor. Onu formülden çıkarın.",
  "own_metric.named_by": "Bu metrik şu formüllerde geçiyor: {names}. Önce onları değiştirin.",
  "own_metric.named_elsewhere":
    "Bu metrik, göremediğiniz projelerin formüllerinde geçiyor. Şirketin bir yöneticisine sorun.",
};
