import type { ENGLISH_DASHBOARDS } from "./dashboards.en.ts";

/** Turkish texts about dashboards. */
export const TURKISH_DASHBOARDS: Record<keyof typeof ENGLISH_DASHBOARDS, string> = {
  "dashboard.not_found": "Böyle bir pano yok. Silinmiş olabilir ya da artık paylaşılmıyordur.",
  "dashboard.no_departure": "Bu kişi ayrılmış ya da bildiği dosya yok.",
  "dashboard.no_company": "Bir pano bir şirkete aittir, hesabınızın ise şirketi yok.",
  "dashboard.read_only": "Bu panoyu görüntüleyebilir ama değiştiremezsiniz. Değiştirmek için bir kopyasını oluşturun.",
  "dashboard.not_owner": "Bu panoyu yalnızca sahibi ya da şirketin bir yöneticisi paylaşabilir ve silebilir.",
  "dashboard.private_of_owner":
    "Bu panoyu yalnızca sahibi kendine ayırabilir. Panoyu yalnızca şirketin yöneticileriyle paylaşın ya da silin.",
  "dashboard.changed_since_by":
    "{name}, siz açtıktan sonra bu panoyu değiştirdi. Değişiklikleriniz kaydedilmedi: bir kopya olarak kaydedin ya da yeni sürümü yükleyin.",
  "dashboard.changed_since":
    "Bu pano siz açtıktan sonra değiştirildi. Değişiklikleriniz kaydedilmedi: bir kopya olarak kaydedin ya da yeni sürümü yükleyin.",
  "dashboard.too_many_own": "{max} panonuz var. Önce birini silin.",
  "dashboard.too_many": "Şirketinizin {max} panosu var. Önce birini silin.",
  "dashboard.no_hidden_card": "Gizli bir kart taşınabilir ve kaldırılabilir, ancak eklenemez.",
  "dashboard.overlap": "Bu kart başka bir kartla çakışıyor. Her karta kendi hücrelerini verin.",
  "dashboard.beyond_grid": "Bu kart {columns} sütunun sonuncusunu aşıyor.",
  "dashboard.same_id": "Başka bir kart aynı kimliğe sahip. Her karta kendi kimliğini verin.",
  "dashboard.filter": "Listenin böyle bir filtresi ya da filtrenin böyle bir değeri yok.",
  "dashboard.over_time": "Zaman içindeki sayım bu günleri kendisi belirler. Bu filtreyi kaldırın ya da zamansız sayın.",
  "dashboard.not_a_file": "Bu, dışa aktarılmış bir pano değil: “format” alanı “clew-dashboard” olmalıdır.",
  "dashboard.file_version":
    "Bu dosyanın biçim sürümü burada okunamıyor. Panoyu bu Clew sürümüyle yeniden dışa aktarın: “version” alanı 1 olmalıdır.",
};
